// Where every stone is in a frame of a clip: shift from the drawing and turn about its mass centre.
import type { Clip, Scene } from "./scene";

const FULL = 32767;

export class Poses {
  /** x, y, z of the shift, and the turn as x, y, z, w: seven numbers a stone. */
  readonly values: Float32Array;
  readonly count: number;

  constructor(
    private readonly scene: Scene,
    readonly clip: Clip | null,
  ) {
    this.count = scene.file.stones.length;
    this.values = new Float32Array(7 * this.count);
    this.rest();
  }

  rest(): void {
    this.values.fill(0);
    for (let stone = 0; stone < this.count; stone++) this.values[7 * stone + 6] = 1;
  }

  /** Sets the pose at `frame` (may lie between two), displacements and turns enlarged by `exaggeration`. */
  set(frame: number, exaggeration: number): void {
    const clip = this.clip;
    if (!clip || !this.count) return this.rest();
    if (clip.kind === "swing") return this.swing(clip, frame, exaggeration);
    const first = Math.max(0, Math.min(clip.frames - 1, Math.floor(frame)));
    const second = Math.min(clip.frames - 1, first + 1);
    const share = Math.max(0, Math.min(1, frame - first));
    const shift = this.scene.array(clip.shift!) as Int16Array;
    const turn = this.scene.array(clip.turn!) as Int16Array;
    const shiftScale = this.scene.array(clip.shiftScale!) as Float32Array;
    const turnScale = this.scene.array(clip.turnScale!) as Float32Array;
    const out = this.values;
    for (let stone = 0; stone < this.count; stone++) {
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const channel = 3 * stone + axis;
        const at = channel * clip.frames;
        const moved = shift[at + first] + share * (shift[at + second] - shift[at + first]);
        out[7 * stone + axis] = (moved / FULL) * shiftScale[channel] * exaggeration;
        const turned = turn[at + first] + share * (turn[at + second] - turn[at + first]);
        const part = (turned / FULL) * turnScale[channel];
        out[7 * stone + 3 + axis] = part;
        square += part * part;
      }
      enlargeTurn(out, 7 * stone + 3, square, exaggeration);
    }
  }

  private swing(clip: Clip, frame: number, exaggeration: number): void {
    const motion = this.scene.array(clip.motion!) as Float32Array;
    const phase = (2 * Math.PI * frame) / clip.frames;
    const share = clip.oneWay ? 0.5 * (1 - Math.cos(phase)) : Math.sin(phase);
    const size = share * (clip.amplitude ?? 1) * exaggeration;
    const out = this.values;
    for (let stone = 0; stone < this.count; stone++) {
      const at = 6 * stone;
      for (let axis = 0; axis < 3; axis++) out[7 * stone + axis] = motion[at + axis] * size;
      const angle = Math.hypot(motion[at + 3], motion[at + 4], motion[at + 5]) * size;
      const length = Math.hypot(motion[at + 3], motion[at + 4], motion[at + 5]) || 1;
      const sine = Math.sin(0.5 * angle) / length;
      for (let axis = 0; axis < 3; axis++) out[7 * stone + 3 + axis] = motion[at + 3 + axis] * sine;
      out[7 * stone + 6] = Math.cos(0.5 * angle);
    }
  }

  /** Size of a stone's shift without exaggeration [m]. */
  shiftAt(stone: number, frame: number): [number, number, number] {
    const clip = this.clip;
    if (!clip || clip.kind === "swing") return [0, 0, 0];
    const shift = this.scene.array(clip.shift!) as Int16Array;
    const scale = this.scene.array(clip.shiftScale!) as Float32Array;
    const at = Math.max(0, Math.min(clip.frames - 1, Math.round(frame)));
    const read = (axis: number) => (shift[(3 * stone + axis) * clip.frames + at] / FULL) * scale[3 * stone + axis];
    return [read(0), read(1), read(2)];
  }

  /** Angle by which a stone is turned [rad]. */
  turnAt(stone: number, frame: number): number {
    const clip = this.clip;
    if (!clip || clip.kind === "swing") return 0;
    const turn = this.scene.array(clip.turn!) as Int16Array;
    const scale = this.scene.array(clip.turnScale!) as Float32Array;
    const at = Math.max(0, Math.min(clip.frames - 1, Math.round(frame)));
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const part = (turn[(3 * stone + axis) * clip.frames + at] / FULL) * scale[3 * stone + axis];
      square += part * part;
    }
    return 2 * Math.asin(Math.min(1, Math.sqrt(square)));
  }
}

/** Completes the quaternion whose x, y, z stand at `at`; `square` is their sum of squares. */
function enlargeTurn(out: Float32Array, at: number, square: number, factor: number): void {
  const sine = Math.min(1, Math.sqrt(square));
  if (factor === 1 || sine < 1e-12) {
    out[at + 3] = Math.sqrt(Math.max(0, 1 - square));
    return;
  }
  // a turn beyond half a circle would look like one the other way
  const angle = Math.min(Math.PI, 2 * Math.asin(sine) * factor);
  const grown = Math.sin(0.5 * angle) / sine;
  for (let axis = 0; axis < 3; axis++) out[at + axis] *= grown;
  out[at + 3] = Math.cos(0.5 * angle);
}
