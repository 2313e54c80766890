// What the colours and arrows mean, and how long a metre is.
import { css, kindColour, ramp } from "./colours";
import { make, rounded } from "./dom";
import type { SceneFile } from "./scene";
import type { View } from "./view";

export interface Scale {
  low: number;
  high: number;
  unit: string;
  label: string;
}

export class Legend {
  readonly place = make("div", { class: "pv-legend" });
  readonly scale = make("div", { class: "pv-scale" }, make("i"), make("span"));
  private readonly colours = make("div", { class: "pv-colours" });
  private readonly arrows = make("div", { class: "pv-arrow" });

  constructor() {
    this.place.append(this.colours, this.arrows);
    this.arrows.hidden = true;
  }

  /** `key`: of what is shown; the same again draws nothing. */
  showZones(key: string, { stones, zones }: SceneFile, isShown: (stone: number) => boolean): void {
    if (this.isKnown(key)) return;
    const seen = new Set(stones.filter((_, stone) => isShown(stone)).map((stone) => stone.zone));
    const rows = zones.map((zone, k) => {
      const patch = make("i");
      patch.style.background = css(kindColour(k));
      return make("div", {}, patch, zone);
    });
    this.colours.replaceChildren(...rows.filter((_, k) => seen.has(zones[k])));
  }

  showScale(key: string, { low, high, unit, label }: Scale): void {
    if (this.isKnown(key)) return;
    const band = make("b");
    band.style.background = ramp();
    this.colours.replaceChildren(
      make("span", {}, label),
      band,
      make("div", { class: "pv-ends" }, make("span", {}, rounded(low)), make("span", {}, `${rounded(high)} ${unit}`)),
    );
  }

  showArrows(text: string): void {
    this.arrows.hidden = !text;
    this.arrows.textContent = text && `➔ ${text}`;
  }

  private isKnown(key: string): boolean {
    const known = this.place.dataset.of === key;
    this.place.dataset.of = key;
    return known;
  }

  drawScale(view: View): void {
    const pixels = view.pixelsPerMetre();
    if (!Number.isFinite(pixels) || pixels <= 0) return;
    const power = 10 ** Math.floor(Math.log10(120 / pixels));
    const length = [5, 2, 1].map((k) => k * power).find((size) => size * pixels <= 140) ?? power;
    (this.scale.firstElementChild as HTMLElement).style.width = `${length * pixels}px`;
    const text = length >= 1 ? `${rounded(length)} m` : `${rounded(100 * length)} cm`;
    if (this.scale.lastElementChild!.textContent !== text) this.scale.lastElementChild!.textContent = text;
  }
}
