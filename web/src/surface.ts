// Points that move by themselves, with the faces and lines between them: a finite element surface, or sensors.
import * as THREE from "three";
import type { Colour } from "./colours";
import type { Clip, Scene } from "./scene";

const FULL = 32767;

const VERTEX = /* glsl */ `
  in vec3 tint;
  in float number;
  uniform float diameter;
  out vec3 seen;
  out vec3 colour3;
  flat out float id;
  void main() {
    vec4 at = modelViewMatrix * vec4(position, 1.0);
    seen = at.xyz;
    colour3 = tint;
    id = number;
    gl_Position = projectionMatrix * at;
    gl_PointSize = diameter;
    if (diameter > 0.0) gl_Position.z -= 2e-3 * gl_Position.w; // dots lie on what they mark
  }`;

const FRAGMENT = /* glsl */ `
  precision highp float;
  uniform float picking;
  uniform float chosen;
  uniform float diameter;
  uniform float first;
  in vec3 seen;
  in vec3 colour3;
  flat in float id;
  out vec4 colour;
  void main() {
    vec2 off = 2.0 * gl_PointCoord - 1.0;
    if (diameter > 0.0 && length(off) > 1.0) discard;
    if (picking > 0.5) {
      float n = first + id + 1.0;
      colour = vec4(mod(n, 256.0) / 255.0, mod(floor(n / 256.0), 256.0) / 255.0, floor(n / 65536.0) / 255.0, 1.0);
      return;
    }
    bool own = abs(id - chosen) < 0.5;
    if (diameter > 0.0) {
      vec3 rim = own ? vec3(0.84, 0.37, 0.0) : vec3(0.13, 0.12, 0.11);
      colour = vec4(length(off) > (own ? 0.5 : 0.72) ? rim : colour3, 1.0);
      return;
    }
    vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
    float key = max(0.0, normal.x * -0.33 + normal.y * 0.61 + normal.z * 0.71);
    colour = vec4(colour3 * (0.68 + 0.38 * key), 1.0);
  }`;

const LINE_VERTEX = /* glsl */ `
  void main() {
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_Position.z -= 4e-5 * gl_Position.w;
  }`;

const LINE_FRAGMENT = /* glsl */ `
  precision highp float;
  uniform vec4 ink;
  out vec4 colour;
  void main() { colour = ink; }`;

export class Surface {
  readonly group = new THREE.Group();
  readonly box = new THREE.Box3();
  readonly count: number;
  readonly ghost: THREE.LineSegments<THREE.BufferGeometry, THREE.ShaderMaterial>;
  private readonly rest: Float32Array;
  private readonly place: THREE.BufferAttribute;
  private readonly tint: THREE.BufferAttribute;
  private readonly faces: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  private readonly lines: THREE.LineSegments<THREE.BufferGeometry, THREE.ShaderMaterial>;
  private readonly dots: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>;

  /** `first`: number that the first point has among all that can be picked. */
  constructor(
    private readonly scene: Scene,
    first: number,
  ) {
    const facts = scene.file.mesh!;
    this.rest = scene.array("mesh.points") as Float32Array;
    this.count = this.rest.length / 3;
    this.place = new THREE.BufferAttribute(this.rest.slice(), 3);
    this.tint = new THREE.BufferAttribute(new Float32Array(this.rest.length).fill(0.75), 3);
    const number = new THREE.BufferAttribute(Float32Array.from({ length: this.count }, (_, k) => k), 1);
    this.box.setFromBufferAttribute(this.place);
    const shape = (index: Uint32Array, position: THREE.BufferAttribute) => {
      const made = new THREE.BufferGeometry();
      made.setAttribute("position", position);
      made.setAttribute("tint", this.tint);
      made.setAttribute("number", number);
      made.setIndex(new THREE.BufferAttribute(index, 1));
      return made;
    };
    const material = (diameter: number) =>
      new THREE.ShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        side: THREE.DoubleSide,
        uniforms: { picking: { value: 0 }, chosen: { value: -1 }, diameter: { value: diameter }, first: { value: first } },
      });
    const line = (alpha: number) =>
      new THREE.ShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: LINE_VERTEX,
        fragmentShader: LINE_FRAGMENT,
        transparent: true,
        uniforms: { ink: { value: new THREE.Vector4(0.13, 0.12, 0.11, alpha) } },
      });
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const edges = scene.array("mesh.lines") as Uint32Array;
    this.faces = new THREE.Mesh(shape(scene.array("mesh.triangles") as Uint32Array, this.place), material(0));
    this.dots = new THREE.Points(shape(Uint32Array.from(facts.marked), this.place), material(13 * ratio));
    // over faces the lines stay back, the more so the denser they are, so that the colours can be read; by themselves
    // they are the picture
    const over = Math.max(0.06, Math.min(0.4, 600 / Math.max(1, edges.length)));
    this.lines = new THREE.LineSegments(shape(edges, this.place), line(this.faces.geometry.index!.count ? over : 0.9));
    this.ghost = new THREE.LineSegments(shape(edges, new THREE.BufferAttribute(this.rest, 3)), line(Math.min(0.25, 2 * over)));
    for (const item of [this.faces, this.lines, this.ghost, this.dots]) {
      item.frustumCulled = false;
      this.group.add(item);
    }
  }

  /** Moves the points to `frame` of `clip`, shifts enlarged by `exaggeration`. */
  set(clip: Clip | null, frame: number, exaggeration: number): void {
    const out = this.place.array as Float32Array;
    for (let point = 0; point < this.count; point++) {
      const moved = this.shiftAt(clip, point, frame);
      for (let axis = 0; axis < 3; axis++) out[3 * point + axis] = this.rest[3 * point + axis] + moved[axis] * exaggeration;
    }
    this.place.needsUpdate = true;
  }

  /** Shift of a point [m]; of a swing as it is drawn. */
  shiftAt(clip: Clip | null, point: number, frame: number): [number, number, number] {
    if (!clip || !this.scene.has(clip.points)) return [0, 0, 0];
    const values = this.scene.array(clip.points);
    if (clip.kind === "swing") {
      const phase = (2 * Math.PI * frame) / clip.frames;
      const share = clip.oneWay ? 0.5 * (1 - Math.cos(phase)) : Math.sin(phase);
      const late = this.scene.has(clip.pointsLate) ? this.scene.array(clip.pointsLate) : null;
      const size = clip.amplitude ?? 1;
      const read = (axis: number) => {
        const at = 3 * point + axis;
        return size * (values[at] * share + (late ? late[at] * Math.cos(phase) : 0));
      };
      return [read(0), read(1), read(2)];
    }
    const scale = this.scene.array(clip.pointsScale!) as Float32Array;
    const first = Math.max(0, Math.min(clip.frames - 1, Math.floor(frame)));
    const second = Math.min(clip.frames - 1, first + 1);
    const share = Math.max(0, Math.min(1, frame - first));
    const read = (axis: number) => {
      const channel = 3 * point + axis;
      const at = channel * clip.frames;
      return ((values[at + first] + share * (values[at + second] - values[at + first])) / FULL) * scale[channel];
    };
    return [read(0), read(1), read(2)];
  }

  /** Largest shift of any point in a history or path [m]. */
  peak(clip: Clip): number {
    if (clip.kind === "swing" || !this.scene.has(clip.pointsScale)) return 0;
    const scale = this.scene.array(clip.pointsScale) as Float32Array;
    let largest = 0;
    for (let k = 0; k < scale.length; k += 3) largest = Math.max(largest, Math.hypot(scale[k], scale[k + 1], scale[k + 2]));
    return largest;
  }

  restPlace(point: number): [number, number, number] {
    return [this.rest[3 * point], this.rest[3 * point + 1], this.rest[3 * point + 2]];
  }

  setColour(point: number, colour: Colour): void {
    const out = this.tint.array as Float32Array;
    for (let k = 0; k < 3; k++) out[3 * point + k] = colour[k] / 255;
    this.tint.needsUpdate = true;
  }

  setInk(dark: boolean): void {
    // lines over faces stay dark, since faces stay light; those by themselves take the paper's ink
    const alone = this.faces.geometry.index!.count === 0;
    for (const item of [this.lines, this.ghost]) {
      const ink = item.material.uniforms.ink.value as THREE.Vector4;
      const shade = dark && (alone || item === this.ghost) ? 0.92 : 0.13;
      ink.set(shade, shade, shade, ink.w);
    }
  }

  choose(point: number | null): void {
    for (const item of [this.faces, this.dots]) item.material.uniforms.chosen.value = point ?? -1;
  }

  whilePicking(draw: () => void): void {
    const shown = [this.lines.visible, this.ghost.visible];
    [this.lines.visible, this.ghost.visible] = [false, false];
    for (const item of [this.faces, this.dots]) item.material.uniforms.picking.value = 1;
    draw();
    for (const item of [this.faces, this.dots]) item.material.uniforms.picking.value = 0;
    [this.lines.visible, this.ghost.visible] = shown;
  }

  dispose(): void {
    for (const item of [this.faces, this.lines, this.ghost, this.dots]) {
      item.geometry.dispose();
      item.material.dispose();
    }
  }
}
