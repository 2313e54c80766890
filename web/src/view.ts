// Camera, light and ground: the wall seen from where the reader wants.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Content } from "./content";

export class View {
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.1, 100);
  readonly controls: OrbitControls;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly ground: THREE.GridHelper;
  private readonly target = new THREE.WebGLRenderTarget(1, 1);
  private readonly centre = new THREE.Vector3();
  private readonly reach: number;
  private waiting = false;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly content: Content,
    private readonly eye: [number, number, number],
    private readonly onDraw: () => void,
  ) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, stencil: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    THREE.Object3D.DEFAULT_UP.set(0, 0, 1);
    this.camera.up.set(0, 0, 1);
    content.box.getCenter(this.centre);
    this.reach = Math.max(content.box.getSize(new THREE.Vector3()).length(), 0.1);
    // a narrow range of depths, so that edges need to be lifted above their faces by next to nothing
    [this.camera.near, this.camera.far] = [0.02 * this.reach, 20 * this.reach];
    const metres = Math.max(2, Math.ceil(this.reach * 1.6));
    this.ground = new THREE.GridHelper(2 * metres, 2 * metres);
    this.ground.rotation.x = Math.PI / 2;
    this.ground.position.set(Math.round(this.centre.x), Math.round(this.centre.y), content.box.min.z);
    this.scene.add(this.ground, content.group);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.minDistance = 0.12 * this.reach;
    this.controls.maxDistance = 8 * this.reach;
    this.controls.addEventListener("change", () => this.draw());
    // a page must still scroll where the wheel has not been asked for: a click, or Ctrl, wakes it
    this.controls.enableZoom = false;
    canvas.addEventListener("pointerdown", () => (this.controls.enableZoom = true));
    canvas.addEventListener("pointerleave", () => (this.controls.enableZoom = false));
    this.home();
  }

  home(): void {
    const way = new THREE.Vector3(...this.eye).normalize();
    const eye = way.clone().multiplyScalar(this.distanceToSeeAll(way));
    this.controls.target.copy(this.centre);
    this.camera.position.copy(this.centre).add(eye);
    this.controls.update();
    this.draw();
  }

  /** How far away along `way` all corners of the wall are in the picture, with some air around them. */
  private distanceToSeeAll(way: THREE.Vector3): number {
    const right = new THREE.Vector3().crossVectors(this.camera.up, way).normalize();
    const above = new THREE.Vector3().crossVectors(way, right);
    const tall = Math.tan((0.5 * this.camera.fov * Math.PI) / 180) / 1.12;
    const wide = tall * this.camera.aspect;
    const { min, max } = this.content.box;
    let distance = 0.1;
    for (const x of [min.x, max.x])
      for (const y of [min.y, max.y])
        for (const z of [min.z, max.z]) {
          const arm = new THREE.Vector3(x, y, z).sub(this.centre);
          const span = Math.max(Math.abs(arm.dot(right)) / wide, Math.abs(arm.dot(above)) / tall);
          distance = Math.max(distance, arm.dot(way) + span);
        }
    return distance;
  }

  orbit(right: number, up: number): void {
    const arm = this.camera.position.clone().sub(this.controls.target);
    const ball = new THREE.Spherical().setFromVector3(new THREE.Vector3(arm.x, arm.z, -arm.y));
    ball.theta += right;
    ball.phi = Math.min(Math.PI - 0.05, Math.max(0.05, ball.phi - up));
    const turned = new THREE.Vector3().setFromSpherical(ball);
    this.camera.position.copy(this.controls.target).add(new THREE.Vector3(turned.x, -turned.z, turned.y));
    this.controls.update();
    this.draw();
  }

  zoom(factor: number): void {
    const arm = this.camera.position.clone().sub(this.controls.target);
    arm.setLength(Math.min(this.controls.maxDistance, Math.max(this.controls.minDistance, arm.length() * factor)));
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
    this.draw();
  }

  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  setDark(dark: boolean): void {
    const line = new THREE.Color(dark ? 0x5a554d : 0xd3cabb);
    const material = this.ground.material as THREE.LineBasicMaterial;
    material.vertexColors = false;
    material.color = line;
    material.needsUpdate = true;
    this.content.setInk(dark);
    this.draw();
  }

  /** Asks for a picture at the screen's next refresh, however often it is called before. */
  draw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.drawNow());
  }

  drawNow(): void {
    this.waiting = false;
    this.renderer.render(this.scene, this.camera);
    this.onDraw();
  }

  /** Pixels of a metre at the middle of the picture. */
  pixelsPerMetre(): number {
    const distance = this.camera.position.distanceTo(this.controls.target);
    return this.canvas.clientHeight / (2 * distance * Math.tan((0.5 * this.camera.fov * Math.PI) / 180));
  }

  /** Number of what lies under a point of the canvas, or null. */
  pick(x: number, y: number): number | null {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.camera.setViewOffset(width, height, x, y, 1, 1);
    const pixel = new Uint8Array(4);
    this.ground.visible = false;
    this.content.whilePicking(() => {
      this.renderer.setRenderTarget(this.target);
      this.renderer.setClearAlpha(0);
      this.renderer.clear();
      this.renderer.render(this.scene, this.camera);
      this.renderer.readRenderTargetPixels(this.target, 0, 0, 1, 1, pixel);
      this.renderer.setRenderTarget(null);
    });
    this.ground.visible = true;
    this.camera.clearViewOffset();
    const number = pixel[0] + 256 * pixel[1] + 65536 * pixel[2];
    return number > 0 ? number - 1 : null;
  }

  dispose(): void {
    this.controls.dispose();
    this.content.dispose();
    this.target.dispose();
    this.renderer.dispose();
  }
}
