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
    vec4 shift = texel(stone, 0);
    if (shift.w > 0.5) return centre; // hidden: all corners in one place draw nothing
    if (atRest > 0.5) return corner;
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

/** Half the width of the outline of what is chosen [px of the screen]: no tint, which would read as another value. */
const OUTLINE = 2.5;

const MARK_VERTEX = /* glsl */ `
  ${POSE}
  in vec2 aside;
  uniform vec2 pixel;
  void main() {
    gl_Position = projectionMatrix * modelViewMatrix * vec4(placed(position), 1.0);
    gl_Position.xy += aside * pixel * gl_Position.w;
  }`;

export class Stones {
  readonly group = new THREE.Group();
  readonly box = new THREE.Box3();
  private readonly texels: Float32Array;
  private readonly texture: THREE.DataTexture;
  private readonly faces: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  private readonly edges: THREE.LineSegments<THREE.BufferGeometry, THREE.ShaderMaterial>;
  /** The chosen stone where it is, which keeps its outline off, and the outline: the same moved aside all around. */
  private readonly marks: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.ShaderMaterial>[];
  private readonly owner: Uint32Array;
  private readonly triangles: Uint32Array;
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
      make(FACE_VERTEX, FACE_FRAGMENT, { picking: { value: 0 } }, { side: THREE.DoubleSide }),
    );
    const ink = (alpha: number) => ({ ink: { value: new THREE.Vector4(0.13, 0.12, 0.11, alpha) } });
    this.edges = new THREE.LineSegments(outline, make(EDGE_VERTEX, EDGE_FRAGMENT, ink(0.85), { transparent: true }));
    this.ghost = new THREE.LineSegments(outline, make(EDGE_VERTEX, EDGE_FRAGMENT, ink(0.3), { transparent: true }));
    this.ghost.material.uniforms.atRest.value = 1;
    this.owner = owner;
    this.triangles = triangles;
    const held = { stencilWrite: true, stencilRef: 1, depthTest: false, depthWrite: false, transparent: true, side: THREE.DoubleSide };
    const marker = (sides: number, more: object) => {
      const shape = new THREE.InstancedBufferGeometry();
      for (const [name, attribute] of Object.entries(shared)) shape.setAttribute(name, attribute);
      const turns = Array.from({ length: sides }, (_, k) => (2 * Math.PI * k) / sides);
      const aside = sides > 1 ? turns.flatMap((angle) => [Math.cos(angle), Math.sin(angle)]) : [0, 0];
      shape.setAttribute("aside", new THREE.InstancedBufferAttribute(Float32Array.from(aside), 2));
      shape.instanceCount = sides;
      const material = make(MARK_VERTEX, EDGE_FRAGMENT, { ...ink(1), pixel: { value: new THREE.Vector2() } }, { ...held, ...more });
      const mesh = new THREE.Mesh(shape, material);
      mesh.onBeforeRender = (renderer) => {
        const size = renderer.getDrawingBufferSize(new THREE.Vector2());
        const wide = 2 * OUTLINE * renderer.getPixelRatio();
        (material.uniforms.pixel.value as THREE.Vector2).set(wide / size.x, wide / size.y);
      };
      mesh.visible = false;
      return mesh;
    };
    this.marks = [
      marker(1, { colorWrite: false, stencilZPass: THREE.ReplaceStencilOp }),
      marker(12, { stencilFunc: THREE.NotEqualStencilFunc }),
    ];
    this.marks.forEach((item, k) => (item.renderOrder = 5 + k));
    for (const item of [this.faces, this.edges, this.ghost, ...this.marks]) {
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
    for (const item of this.marks) (item.material.uniforms.ink.value as THREE.Vector4).set(0, dark ? 0.65 : 0.4, dark ? 0.95 : 0.75, 1);
    for (const item of [this.edges, this.ghost]) {
      const ink = item.material.uniforms.ink.value as THREE.Vector4;
      // on dark paper the stones stay light, so their own edges stay dark
      const own = item === this.edges ? 0.13 : shade;
      ink.set(own, own, own, ink.w);
    }
  }

  choose(stone: number | null): void {
    for (const item of this.marks) item.visible = stone !== null;
    if (stone === null) return;
    const corners = this.triangles.filter((corner) => this.owner[corner] === stone);
    for (const item of this.marks) item.geometry.setIndex(new THREE.BufferAttribute(corners, 1));
  }

  /** Hides all stones but these; null shows all. */
  showOnly(stones: number[] | null): void {
    const rest = new Set(stones ?? []);
    for (let k = 0; 12 * k < this.texels.length; k++) this.texels[12 * k + 3] = stones && !rest.has(k) ? 1 : 0;
    this.texture.needsUpdate = true;
  }

  /** Draws the stones' numbers instead of their colours, for finding what lies under the pointer. */
  whilePicking(draw: () => void): void {
    const hidden = [this.edges, this.ghost, ...this.marks];
    const shown = hidden.map((item) => item.visible);
    for (const item of hidden) item.visible = false;
    this.faces.material.uniforms.picking.value = 1;
    draw();
    this.faces.material.uniforms.picking.value = 0;
    hidden.forEach((item, k) => (item.visible = shown[k]));
  }

  dispose(): void {
    for (const item of [this.faces, this.edges, this.ghost, ...this.marks]) {
      item.geometry.dispose();
      item.material.dispose();
    }
    this.texture.dispose();
  }
}
