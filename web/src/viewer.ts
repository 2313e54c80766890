// One viewer on the page: picture, timeline, colours, the stone that was clicked, and the chart below.
import { Chart } from "./chart";
import { amountColour, kindColour, type Colour } from "./colours";
import { Content } from "./content";
import { make, option, rounded } from "./dom";
import { Facts, fieldValue } from "./facts";
import { Legend } from "./legend";
import { Poses } from "./poses";
import type { Clip, Field, Scene } from "./scene";
import { View } from "./view";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
const SWING_SECONDS = 2.4;
const PATH_SECONDS = 4;
const EXAGGERATIONS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export class Viewer {
  private readonly content: Content;
  private readonly view: View;
  private readonly chart: Chart;
  private poses: Poses;
  private clip: Clip | null = null;
  private frame = 0;
  private speed = 1;
  private exaggeration = 1;
  private colouring = "";
  private chosen: number | null = null;
  private playing = false;
  private last = 0;
  private peak = 0;
  /** Script time of the last frame [ms], for those who watch the speed. */
  frameTime = 0;

  private readonly canvas = make("canvas", { tabindex: 0, role: "application" });
  private readonly status = make("p", { class: "pv-status", "aria-live": "polite" });
  private readonly legend = new Legend();
  private readonly facts: Facts;
  private readonly play = make("button", { type: "button", class: "pv-play" });
  private readonly time = make("input", { type: "range", min: 0, max: 1, step: "any", value: 0, class: "pv-time" });
  private readonly clock = make("output", { class: "pv-clock" });
  private readonly pickers: Record<"clip" | "colour" | "speed" | "scale", HTMLSelectElement> = {
    clip: make("select"),
    colour: make("select"),
    speed: make("select"),
    scale: make("select"),
  };
  private readonly ghost = make("input", { type: "checkbox", checked: true });
  private readonly forces = make("input", { type: "checkbox" });

  constructor(
    private readonly scene: Scene,
    private readonly root: HTMLElement,
  ) {
    const charts = make("div", { class: "pv-chart" });
    this.facts = new Facts(scene, (key) => this.word(key), () => this.choose(null));
    this.build(charts);
    this.content = new Content(scene);
    this.poses = new Poses(scene, null);
    this.view = new View(this.canvas, this.content, scene.file.eye, () => this.legend.drawScale(this.view));
    this.chart = new Chart(charts, (at) => this.seekAxis(at));
    this.choose(null);
    this.setClip(scene.file.clips.length ? 0 : -1);
    this.listen();
    this.resize();
    this.view.home();
  }

  word(key: string): string {
    return this.scene.file.words[key] ?? key;
  }

  private build(charts: HTMLElement): void {
    const { clips } = this.scene.file;
    const labelled = (key: string, control: HTMLElement) =>
      make("label", {}, make("span", {}, this.word(key)), control);
    clips.forEach((clip, index) => this.pickers.clip.append(option(String(index), clip.title)));
    for (const speed of SPEEDS) this.pickers.speed.append(option(String(speed), `× ${speed}`));
    this.pickers.speed.value = "1";
    for (const size of EXAGGERATIONS) this.pickers.scale.append(option(String(size), `× ${size}`));
    this.canvas.setAttribute("aria-label", `${this.scene.file.title}. ${this.word("keys")}`);
    const bar = make(
      "div",
      { class: "pv-bar" },
      ...(clips.length > 1 ? [labelled("clip", this.pickers.clip)] : []),
      labelled("colour", this.pickers.colour),
      ...(clips.length ? [labelled("exaggeration", this.pickers.scale)] : []),
      ...(clips.some((clip) => clip.kind === "history") ? [labelled("speed", this.pickers.speed)] : []),
      ...(clips.length ? [make("label", { class: "pv-check" }, this.ghost, this.word("ghost"))] : []),
      ...(clips.some((clip) => clip.arrows) ? [make("label", { class: "pv-check pv-forces" }, this.forces, this.word("contact_forces"))] : []),
      make("button", { type: "button", class: "pv-home", click: () => this.view.home() }, this.word("home")),
    );
    const picture = make("div", { class: "pv-picture" }, this.canvas, this.legend.place, this.legend.scale);
    const timeline = make("div", { class: "pv-timeline" }, this.play, this.time, this.clock);
    timeline.hidden = !clips.length;
    this.root.replaceChildren(bar, picture, this.facts.place, timeline, charts, this.status);
    this.root.append(make("p", { class: "pv-keys" }, this.word("keys")));
  }

  private listen(): void {
    this.pickers.clip.addEventListener("change", () => this.setClip(Number(this.pickers.clip.value)));
    this.pickers.colour.addEventListener("change", () => this.setColouring(this.pickers.colour.value));
    this.pickers.speed.addEventListener("change", () => (this.speed = Number(this.pickers.speed.value)));
    this.pickers.scale.addEventListener("change", () => this.setExaggeration(Number(this.pickers.scale.value)));
    this.ghost.addEventListener("change", () => this.refresh());
    this.forces.addEventListener("change", () => this.showForces());
    this.play.addEventListener("click", () => this.toggle());
    this.time.addEventListener("input", () => this.seek(Number(this.time.value)));
    let pressed = [0, 0];
    this.canvas.addEventListener("pointerdown", (event) => (pressed = [event.clientX, event.clientY]));
    this.canvas.addEventListener("pointerup", (event) => {
      if (Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > 5) return; // that was a turn
      const box = this.canvas.getBoundingClientRect();
      this.choose(this.view.pick(event.clientX - box.left, event.clientY - box.top));
    });
    this.canvas.addEventListener("keydown", (event) => {
      if (this.key(event)) event.preventDefault();
    });
    this.canvas.addEventListener("webglcontextlost", () => (this.status.textContent = this.word("lost")));
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => {
      this.view.setDark(dark.matches);
      this.showChart();
    });
    this.view.setDark(dark.matches);
  }

  private key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = event.shiftKey ? 10 : 1;
    const actions: Record<string, () => void> = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.view.orbit(-0.08, 0),
      ArrowRight: () => this.view.orbit(0.08, 0),
      ArrowUp: () => this.view.orbit(0, 0.06),
      ArrowDown: () => this.view.orbit(0, -0.06),
      "+": () => this.view.zoom(0.9),
      "=": () => this.view.zoom(0.9),
      "-": () => this.view.zoom(1.1),
      ",": () => this.seek(this.frame - step),
      ".": () => this.seek(this.frame + step),
      Home: () => this.view.home(),
      n: () => this.next(1),
      p: () => this.next(-1),
      g: () => this.ghost.click(),
      f: () => this.forces.click(),
      Escape: () => this.choose(null),
    };
    const action = actions[event.key];
    action?.();
    return action !== undefined;
  }

  private next(way: number): void {
    // stones, then points that have a name
    const stones = [...this.scene.file.stones.keys()].filter((stone) => !this.isHidden(stone));
    const items = [...stones, ...(this.scene.file.mesh?.marked ?? []).map((k) => this.content.first + k)];
    if (!items.length) return;
    const at = this.chosen === null ? -1 : items.indexOf(this.chosen);
    this.choose(items[at < 0 ? (way > 0 ? 0 : items.length - 1) : (at + way + items.length) % items.length]);
  }

  setClip(index: number): void {
    this.clip = this.scene.file.clips[index] ?? null;
    this.poses = new Poses(this.scene, this.clip);
    this.content.stones.showOnly(this.clip?.shown ?? null);
    if (this.chosen !== null && this.isHidden(this.chosen)) this.choose(null);
    this.stop();
    this.frame = 0;
    this.peak = this.largestShift();
    if (this.clip) {
      this.time.max = String(this.clip.frames - 1);
      this.exaggeration = this.clip.exaggeration ?? 1;
      const known = EXAGGERATIONS.includes(this.exaggeration);
      if (!known) this.pickers.scale.append(option(String(this.exaggeration), `× ${this.exaggeration}`));
      this.pickers.scale.value = String(this.exaggeration);
    }
    this.status.textContent = this.clip?.note ?? "";
    this.listColours();
    this.showForces();
    this.showChart();
    this.refresh();
  }

  private showForces(): void {
    const set = this.forces.checked ? (this.clip?.arrows ?? null) : null;
    this.content.arrows.show(set);
    this.legend.showArrows(set ? `${set.label}, ${this.word("largest_arrow")}: ${rounded(set.largest)} ${set.unit}` : "");
    this.view.draw();
  }

  private largestShift(): number {
    const clip = this.clip;
    if (!clip || clip.kind === "swing") return 0;
    const scale = this.scene.array(clip.shiftScale!) as Float32Array;
    let largest = this.content.surface?.peak(clip) ?? 0;
    for (let k = 0; k < scale.length; k += 3) largest = Math.max(largest, Math.hypot(scale[k], scale[k + 1], scale[k + 2]));
    return largest;
  }

  private isHidden(item: number): boolean {
    return item < this.content.first && !(this.clip?.shown?.includes(item) ?? true);
  }

  private fields(): Field[] {
    return [...this.scene.file.fields, ...(this.clip?.fields ?? [])];
  }

  private listColours(): void {
    const moving = this.clip !== null && this.clip.kind !== "swing";
    const solid = this.scene.file.stones.length > 0;
    const known: [string, string][] = solid || !this.fields().length ? [["zone", this.word("by_zone")]] : [];
    if (moving) known.push(["shift", this.word("by_shift")]);
    if (moving && solid) known.push(["turn", this.word("by_turn")]);
    for (const field of this.fields()) known.push([field.id, field.label]);
    this.pickers.colour.replaceChildren(...known.map(([value, label]) => option(value, label)));
    const amount = moving ? "shift" : (this.clip?.fields?.[0]?.id ?? known[0]?.[0] ?? "zone");
    if (!known.some(([value]) => value === this.colouring)) this.colouring = amount;
    this.pickers.colour.value = this.colouring;
  }

  setColouring(name: string): void {
    this.colouring = name;
    this.pickers.colour.value = name;
    this.refresh();
  }

  setExaggeration(size: number): void {
    this.exaggeration = size;
    this.refresh();
  }

  seek(frame: number): void {
    const last = (this.clip?.frames ?? 1) - 1;
    this.frame = Math.max(0, Math.min(last, frame));
    this.refresh();
  }

  seekAxis(at: number): void {
    if (this.clip) this.seek((at - this.clip.start) / this.clip.step);
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.start();
  }

  private start(): void {
    if (!this.clip) return;
    if (this.clip.kind !== "swing" && this.frame >= this.clip.frames - 1) this.frame = 0;
    this.playing = true;
    this.last = performance.now();
    this.refresh();
    requestAnimationFrame((now) => this.tick(now));
  }

  private stop(): void {
    this.playing = false;
    this.showPlay();
  }

  private tick(now: number): void {
    if (!this.playing || !this.clip) return;
    const began = performance.now();
    const seconds = Math.min(0.25, (now - this.last) / 1000);
    this.last = now;
    const { kind, frames, step } = this.clip;
    const rate = kind === "history" ? this.speed / step : frames / (kind === "swing" ? SWING_SECONDS : PATH_SECONDS);
    this.frame += seconds * rate;
    if (kind === "swing") this.frame %= frames;
    else if (this.frame >= frames - 1) {
      this.frame = frames - 1;
      this.playing = false;
    }
    this.update();
    this.view.drawNow();
    this.frameTime = performance.now() - began;
    requestAnimationFrame((at) => this.tick(at));
  }

  private refresh(): void {
    this.update();
    this.view.draw();
  }

  private update(): void {
    this.poses.set(this.frame, this.exaggeration);
    this.content.set(this.poses, this.clip, this.frame, this.exaggeration);
    this.content.showRest(this.clip !== null && this.ghost.checked);
    this.paint();
    this.showPlay();
    if (this.clip) {
      const at = this.clip.start + this.frame * this.clip.step;
      this.time.value = String(this.frame);
      this.clock.textContent =
        this.clip.kind === "swing"
          ? this.clip.frequency
            ? `${rounded(this.clip.frequency)} Hz`
            : ""
          : `${at.toFixed(this.clip.kind === "history" ? 2 : 3)} ${this.clip.axisUnit}`;
      this.time.setAttribute("aria-valuetext", this.clock.textContent);
      if (this.clip.kind !== "swing") this.chart.seek(at);
    }
    this.showFacts();
  }

  private showPlay(): void {
    const word = this.word(this.playing ? "pause" : "play");
    if (this.play.title !== word) {
      this.play.title = word;
      this.play.setAttribute("aria-label", word);
      this.play.textContent = this.playing ? "❚❚" : "▶";
    }
  }

  private paint(): void {
    const { stones, zones } = this.scene.file;
    const field = this.fields().find((item) => item.id === this.colouring);
    const top = this.colouring === "turn" ? 0.25 * Math.PI : this.peak || 1;
    for (let stone = 0; stone < stones.length; stone++) {
      let colour: Colour;
      if (field?.on === "solids") colour = this.fieldColour(field, stone);
      else if (this.colouring === "shift") colour = amountColour(Math.hypot(...this.poses.shiftAt(stone, this.frame)) / top);
      else if (this.colouring === "turn") colour = amountColour(this.poses.turnAt(stone, this.frame) / top);
      else colour = kindColour(Math.max(0, zones.indexOf(stones[stone].zone)));
      this.content.stones.setColour(stone, colour);
    }
    const surface = this.content.surface;
    for (let point = 0; surface && point < surface.count; point++) {
      let colour = kindColour(0);
      if (field?.on === "points") colour = this.fieldColour(field, point);
      else if (this.colouring === "shift") colour = amountColour(Math.hypot(...surface.shiftAt(this.clip, point, this.frame)) / top);
      surface.setColour(point, colour);
    }
    this.drawLegend(field, top);
  }

  private fieldColour(field: Field, stone: number): Colour {
    const span = field.high - field.low || 1;
    return amountColour((fieldValue(this.scene, field, stone, this.frame) - field.low) / span);
  }

  private drawLegend(field: Field | undefined, top: number): void {
    const key = `${this.colouring}|${this.clip?.id ?? ""}`;
    if (field) this.legend.showScale(key, field);
    else if (this.colouring === "zone") this.legend.showZones(key, this.scene.file, (stone) => !this.isHidden(stone));
    else if (this.colouring === "turn") this.legend.showScale(key, { low: 0, high: 45, unit: "°", label: this.word("by_turn") });
    else this.legend.showScale(key, { low: 0, high: 1000 * top, unit: "mm", label: this.word("by_shift") });
  }

  /** A stone, or a point of the mesh, which are counted after the stones. */
  choose(item: number | null): void {
    this.chosen = item;
    this.content.choose(item);
    this.showFacts();
    this.showChart();
    this.view.draw();
  }

  private showFacts(): void {
    this.facts.place.hidden = this.chosen === null;
    if (this.chosen === null) return;
    const point = this.content.pointOf(this.chosen);
    if (point === null) this.facts.showStone(this.chosen, this.poses, this.frame, this.fields());
    else this.facts.showPoint(point, this.content.surface!, this.clip, this.frame, this.fields());
  }

  /** Shift of what is chosen, without exaggeration [m]. */
  private chosenShift(frame: number): [number, number, number] {
    const point = this.content.pointOf(this.chosen);
    return point === null ? this.poses.shiftAt(this.chosen!, frame) : this.content.surface!.shiftAt(this.clip, point, frame);
  }

  private showChart(): void {
    const clip = this.clip;
    if (!clip || clip.kind === "swing") return this.chart.clear();
    const span: [number, number] = [clip.start, clip.start + (clip.frames - 1) * clip.step];
    if (this.chosen !== null) {
      const xs = Float64Array.from({ length: clip.frames }, (_, k) => clip.start + k * clip.step);
      const lines = ["along", "across", "up"].map((name, axis) => ({
        label: this.word(name),
        values: xs.map((_, k) => 1000 * this.chosenShift(k)[axis]),
        dash: [[], [6, 3], [2, 3]][axis],
      }));
      this.chart.show(clip.axis, `${this.word("shift")} [mm]`, span, xs, lines, 0.01);
    } else if (clip.signal) {
      const { times, values, label, unit } = clip.signal;
      const line = { label, values: this.scene.array(values) };
      this.chart.show(clip.axis, `${label} [${unit}]`, span, this.scene.array(times), [line]);
    } else this.chart.clear();
    this.chart.seek(clip.start + this.frame * clip.step);
  }

  private resize(): void {
    this.view.resize();
    this.chart.resize();
  }
}
