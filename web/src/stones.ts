// All stones in two draw calls: faces and edges. Poses and colours are texels, so that a frame costs one small upload.
import * as THREE from "three";
import type { Colour } from "./colours";
import type { Poses } from "./poses";
import type { Scene } from "./scene";

/** Stones in a row of the texture: phones take rows of 2048 texels and no longer ones. */
const ROW = 512;

const POSE = /* glsl */ `
  uniform sampler2D poses;
  vec4 texel(int stone, int part) {
    return texelFetch(poses, ivec2(3 * (stone % ${ROW}) + part, stone / ${ROW}), 0);
  }
  uniform float atRest;
  in float owner;
  in vec3 centre;
  vec3 placed(vec3 corner) {
    int stone = int(owner + 0.5);
    if (atRest > 0.5) return corner;
    vec4 shift = texel(stone, 0);
    vec4 turn = texel(stone, 1);
    vec3 arm = corner - centre;
    vec3 across = 2.0 * cross(turn.xyz, arm);
    return centre + shift.xyz + arm + turn.w * across + cross(turn.xyz, across);
  }`;

const FACE_VERTEX = /* glsl */ `
  ${POSE}
  out vec3 seen;
  out vec3 tint;
  flat out float number;
  void main() {
    vec4 at = modelViewMatrix * vec4(placed(position), 1.0);
    seen = at.xyz;
    number = owner;
    tint = texel(int(owner + 0.5), 2).rgb;
    gl_Position = projectionMatrix * at;
  }`;

const FACE_FRAGMENT = /* glsl */ `
  precision highp float;
  uniform float picking;
  uniform float chosen;
  in vec3 seen;
  in vec3 tint;
  flat in float number;
  out vec4 colour;
  void main() {
    if (picking > 0.5) {
      float id = number + 1.0;
      colour = vec4(mod(id, 256.0) / 255.0, mod(floor(id / 256.0), 256.0) / 255.0, floor(id / 65536.0) / 255.0, 1.0);
      return;
    }
    vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));
    float key = max(0.0, dot(normal, normalize(vec3(-0.35, 0.65, 0.75))));
    float fill = max(0.0, dot(normal, normalize(vec3(0.8, -0.2, 0.4))));
    vec3 lit = tint * (0.62 + 0.42 * key + 0.12 * fill);
    if (abs(number - chosen) < 0.5) lit = mix(lit, vec3(0.84, 0.37, 0.0), 0.55);
    colour = vec4(lit, 1.0);
  }`;

const EDGE_VERTEX = /* glsl */ `
  ${POSE}
  void main() {
    gl_Position = projectionMatrix * modelViewMatrix * vec4(placed(position), 1.0);
    gl_Position.z -= 4e-5 * gl_Position.w; // above the faces that they bound
  }`;

const EDGE_FRAGMENT = /* glsl */ `
  precision highp float;
  uniform vec4 ink;
  out vec4 colour;
  void main() { colour = ink; }`;

export class Stones {
  readonly group = new THREE.Group();
  readonly box = new THREE.Box3();
  private readonly texels: Float32Array;
  private readonly texture: THREE.DataTexture;
  private readonly faces: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  private readonly edges: THREE.LineSegments<THREE.BufferGeometry, THREE.ShaderMaterial>;
  readonly ghost: THREE.LineSegments<THREE.BufferGeometry, THREE.ShaderMaterial>;

  constructor(scene: Scene) {
    const count = scene.file.stones.length;
    const rows = Math.max(1, Math.ceil(count / ROW));
    this.texels = new Float32Array(4 * 3 * ROW * rows);
    this.texture = new THREE.DataTexture(this.texels, 3 * ROW, rows, THREE.RGBAFormat, THREE.FloatType);
    const vertices = scene.array("vertices") as Float32Array;
    const owner = scene.array("owner") as Uint32Array;
    const centres = scene.array("centres") as Float32Array;
    const triangles = scene.array("triangles") as Uint32Array;
    const lines = scene.array("edges") as Uint32Array;
    const centre = new Float32Array(vertices.length);
    for (let k = 0; k < owner.length; k++) for (let a = 0; a < 3; a++) centre[3 * k + a] = centres[3 * owner[k] + a];
    const shared = {
      position: new THREE.BufferAttribute(vertices, 3),
      owner: new THREE.BufferAttribute(Float32Array.from(owner), 1),
      centre: new THREE.BufferAttribute(centre, 3),
    };
    const solid = new THREE.BufferGeometry();
    const outline = new THREE.BufferGeometry();
    for (const [name, attribute] of Object.entries(shared)) {
      solid.setAttribute(name, attribute);
      outline.setAttribute(name, attribute);
    }
    solid.setIndex(new THREE.BufferAttribute(triangles, 1));
    outline.setIndex(new THREE.BufferAttribute(lines, 1));
    this.box.setFromBufferAttribute(shared.position);
    const make = (vertexShader: string, fragmentShader: string, own: object, more: object = {}) =>
      new THREE.ShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader,
        fragmentShader,
        uniforms: { poses: { value: this.texture }, atRest: { value: 0 }, ...own },
        ...more,
      });
    this.faces = new THREE.Mesh(
      solid,
      make(FACE_VERTEX, FACE_FRAGMENT, { picking: { value: 0 }, chosen: { value: -1 } }, { side: THREE.DoubleSide }),
    );
    const ink = (alpha: number) => ({ ink: { value: new THREE.Vector4(0.13, 0.12, 0.11, alpha) } });
    this.edges = new THREE.LineSegments(outline, make(EDGE_VERTEX, EDGE_FRAGMENT, ink(0.85), { transparent: true }));
    this.ghost = new THREE.LineSegments(outline, make(EDGE_VERTEX, EDGE_FRAGMENT, ink(0.3), { transparent: true }));
    this.ghost.material.uniforms.atRest.value = 1;
    for (const item of [this.faces, this.edges, this.ghost]) {
      item.frustumCulled = false; // stones leave the box that they were drawn in
      this.group.add(item);
    }
  }

  setPoses(poses: Poses): void {
    for (let stone = 0; stone < poses.count; stone++) {
      const [from, to] = [7 * stone, 12 * stone];
      for (let k = 0; k < 3; k++) this.texels[to + k] = poses.values[from + k];
      for (let k = 0; k < 4; k++) this.texels[to + 4 + k] = poses.values[from + 3 + k];
    }
    this.texture.needsUpdate = true;
  }

  setColour(stone: number, colour: Colour): void {
    for (let k = 0; k < 3; k++) this.texels[12 * stone + 8 + k] = colour[k] / 255;
    this.texture.needsUpdate = true;
  }

  setInk(dark: boolean): void {
    const shade = dark ? 0.92 : 0.13;
    for (const item of [this.edges, this.ghost]) {
      const ink = item.material.uniforms.ink.value as THREE.Vector4;
      // on dark paper the stones stay light, so their own edges stay dark
      const own = item === this.edges ? 0.13 : shade;
      ink.set(own, own, own, ink.w);
    }
  }

  choose(stone: number | null): void {
    this.faces.material.uniforms.chosen.value = stone ?? -1;
  }

  /** Draws the stones' numbers instead of their colours, for finding what lies under the pointer. */
  whilePicking(draw: () => void): void {
    const shown = [this.edges.visible, this.ghost.visible];
    [this.edges.visible, this.ghost.visible] = [false, false];
    this.faces.material.uniforms.picking.value = 1;
    draw();
    this.faces.material.uniforms.picking.value = 0;
    [this.edges.visible, this.ghost.visible] = shown;
  }

  dispose(): void {
    for (const item of [this.faces, this.edges, this.ghost]) {
      item.geometry.dispose();
      item.material.dispose();
    }
    this.texture.dispose();
  }
}
