// What the report hands over: the wall's solids once, and clips that move them. Arrays are packed into one text.
import { unzlibSync } from "fflate";

export const FORMAT = 2;

export type Words = Record<string, string>;

export interface StoneFacts {
  name: string;
  zone: string;
  mass: number | null;
  /** A body of a mechanism, not a stone. */
  body?: boolean;
}

interface ArrayPlace {
  kind: "f32" | "i16" | "u8" | "u32";
  shape: number[];
  offset: number;
  /** "time": differences along the last axis, low bytes before high ones. */
  coding?: "time";
}

export interface Field {
  id: string;
  label: string;
  unit: string;
  /** Name of the array: (stones) or (stones, frames), or of the mesh's points instead, 0 … 255 between low and high. */
  array: string;
  low: number;
  high: number;
  on: "solids" | "points";
}

/** Vectors at places of the wall at rest: f32 arrays (n, 3). */
export interface ArrowSet {
  label: string;
  unit: string;
  start: string;
  vector: string;
  largest: number;
}

/** Points that move by themselves, with the arrays mesh.points, mesh.triangles and mesh.lines. */
export interface MeshFacts {
  /** Points that are drawn as dots and have a name. */
  marked: number[];
  names: string[];
}

export interface Signal {
  label: string;
  unit: string;
  times: string;
  values: string;
}

export interface Clip {
  id: string;
  title: string;
  /** history: in time; path: along a displacement; swing: to and fro about the drawing. */
  kind: "history" | "path" | "swing";
  frames: number;
  /** First value and step of the axis: seconds, or the control point's displacement. */
  start: number;
  step: number;
  axis: string;
  axisUnit: string;
  /** For histories and paths: i16 arrays (stones, 3, frames) with their scales (stones, 3). */
  shift?: string;
  shiftScale?: string;
  turn?: string;
  turnScale?: string;
  /** Of the mesh's points: for swings f32 (points, 3), the second a quarter of a cycle late; else i16 (points, 3, frames). */
  points?: string;
  pointsLate?: string;
  pointsScale?: string;
  arrows?: ArrowSet | null;
  /** Numbers of the stones or bodies that belong to it; the others are hidden. */
  shown?: number[] | null;
  /** For swings: f32 (stones, 6), shift and turn for an amplitude of 1. */
  motion?: string;
  /** Size of the largest shift of a swing in the drawing [m]. */
  amplitude?: number;
  frequency?: number | null;
  /** A swing that goes one way and back, as a mechanism does. */
  oneWay?: boolean;
  /** Exaggeration to begin with. */
  exaggeration?: number;
  fields?: Field[];
  signal?: Signal;
  note?: string;
}

export interface SceneFile {
  format: number;
  title: string;
  /** From where it is looked at to begin with, seen from its middle. */
  eye: [number, number, number];
  words: Words;
  stones: StoneFacts[];
  zones: string[];
  mesh: MeshFacts | null;
  fields: Field[];
  clips: Clip[];
  arrays: Record<string, ArrayPlace>;
  data: string;
}

export class SceneError extends Error {}

export type Numbers = Float32Array | Int16Array | Uint8Array | Uint32Array;

const SIZES = { f32: 4, i16: 2, u8: 1, u32: 4 } as const;

export class Scene {
  readonly file: SceneFile;
  private readonly bytes: Uint8Array;
  private readonly found = new Map<string, Numbers>();

  constructor(file: SceneFile) {
    if (!file || typeof file !== "object" || typeof file.format !== "number") throw new SceneError("damaged");
    if (file.format !== FORMAT) throw new SceneError(file.format > FORMAT ? "newer" : "older");
    this.file = file;
    try {
      this.bytes = unzlibSync(fromBase64(file.data));
    } catch {
      throw new SceneError("damaged");
    }
    for (const place of Object.values(file.arrays)) {
      const count = place.shape.reduce((product, size) => product * size, 1);
      if (place.offset + count * SIZES[place.kind] > this.bytes.length) throw new SceneError("damaged");
    }
    for (const name of ["vertices", "triangles", "edges", "owner", "centres"]) this.array(name);
    if (file.mesh) for (const name of ["mesh.points", "mesh.triangles", "mesh.lines"]) this.array(name);
  }

  has(name: string | undefined): name is string {
    return name !== undefined && name in this.file.arrays;
  }

  shape(name: string): number[] {
    return this.file.arrays[name].shape;
  }

  array(name: string): Numbers {
    const known = this.found.get(name);
    if (known) return known;
    const place = this.file.arrays[name];
    if (!place) throw new SceneError("damaged");
    const count = place.shape.reduce((product, size) => product * size, 1);
    const made = place.coding === "time" ? this.unfold(place, count) : this.copy(place, count);
    this.found.set(name, made);
    return made;
  }

  private copy(place: ArrayPlace, count: number): Numbers {
    const raw = this.bytes.slice(place.offset, place.offset + count * SIZES[place.kind]).buffer;
    if (place.kind === "f32") return new Float32Array(raw);
    if (place.kind === "i16") return new Int16Array(raw);
    if (place.kind === "u32") return new Uint32Array(raw);
    return new Uint8Array(raw);
  }

  private unfold(place: ArrayPlace, count: number): Numbers {
    const frames = place.shape[place.shape.length - 1];
    if (place.kind === "u8") {
      const out = this.bytes.slice(place.offset, place.offset + count);
      for (let row = 0; row < count; row += frames)
        for (let k = row + 1; k < row + frames; k++) out[k] = (out[k] + out[k - 1]) & 255;
      return out;
    }
    const low = place.offset;
    const high = place.offset + count;
    const out = new Int16Array(count);
    for (let k = 0; k < count; k++) out[k] = this.bytes[low + k] | (this.bytes[high + k] << 8);
    for (let row = 0; row < count; row += frames)
      for (let k = row + 1; k < row + frames; k++) out[k] += out[k - 1]; // wraps as it was folded
    return out;
  }
}

function fromBase64(text: string): Uint8Array {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k++) bytes[k] = raw.charCodeAt(k);
  return bytes;
}
