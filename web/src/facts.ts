// What is known of the stone or point that was chosen: below the picture, so that it hides nothing of the wall.
import { make, rounded } from "./dom";
import type { Poses } from "./poses";
import type { Clip, Field, Scene } from "./scene";
import type { Surface } from "./surface";

type Rows = [string, string][];

/** Value of a field for one stone or point. */
export function fieldValue(scene: Scene, field: Field, index: number, frame: number): number {
  const values = scene.array(field.array);
  const shape = scene.shape(field.array);
  const at = shape.length > 1 ? index * shape[1] + Math.min(shape[1] - 1, Math.round(frame)) : index;
  return field.low + (values[at] / 255) * (field.high - field.low);
}

export class Facts {
  private readonly told = make("div", { class: "pv-told", "aria-live": "polite" });
  readonly place: HTMLElement;

  constructor(
    private readonly scene: Scene,
    private readonly word: (key: string) => string,
    letGo: () => void,
  ) {
    const said = word("close");
    const close = make("button", { type: "button", class: "pv-close", "aria-label": said, title: said, click: letGo }, "×");
    this.place = make("div", { class: "pv-facts" }, this.told, close);
  }

  showStone(index: number, poses: Poses, frame: number, fields: Field[]): void {
    const stone = this.scene.file.stones[index];
    const rows: Rows = stone.body ? [] : [[this.word("zone"), stone.zone]];
    if (stone.mass !== null) rows.push([this.word("mass"), weighed(stone.mass)]);
    if (poses.clip && poses.clip.kind !== "swing") {
      rows.push([this.word("shift"), millimetres(poses.shiftAt(index, frame))]);
      rows.push([this.word("turn"), `${rounded((180 / Math.PI) * poses.turnAt(index, frame))}°`]);
    }
    this.show(`${this.word(stone.body ? "body" : "stone")} ${stone.name}`, [...rows, ...this.amounts("solids", index, frame, fields)]);
  }

  showPoint(point: number, surface: Surface, clip: Clip | null, frame: number, fields: Field[]): void {
    const { marked, names } = this.scene.file.mesh!;
    const at = marked.indexOf(point);
    const place = surface.restPlace(point).map((value) => rounded(value));
    const rows: Rows = [["x, y, z", `${place.join(", ")} m`]];
    if (clip && clip.kind !== "swing") rows.push([this.word("shift"), millimetres(surface.shiftAt(clip, point, frame))]);
    const name = at < 0 ? String(point + 1) : names[at];
    this.show(`${this.word("point")} ${name}`, [...rows, ...this.amounts("points", point, frame, fields)]);
  }

  private amounts(on: Field["on"], index: number, frame: number, fields: Field[]): Rows {
    return fields
      .filter((field) => field.on === on)
      .map((field) => [field.label, `${rounded(fieldValue(this.scene, field, index, frame))} ${field.unit}`]);
  }

  private show(name: string, rows: Rows): void {
    const pairs = rows.map(([label, value]) => make("div", {}, make("dt", {}, label), make("dd", {}, value)));
    this.told.replaceChildren(make("strong", {}, name), make("dl", {}, ...pairs));
  }
}

function weighed(mass: number): string {
  return mass < 1000 ? `${rounded(mass)} kg` : `${rounded(mass / 1000)} t`;
}

function millimetres(shift: [number, number, number]): string {
  return `${shift.map((value) => rounded(1000 * value)).join(", ")} mm`;
}
