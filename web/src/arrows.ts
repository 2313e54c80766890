// Forces as arrows, seen through the stones: most of them act where stones hide them.
import * as THREE from "three";
import type { ArrowSet, Scene } from "./scene";

/** Length of the longest arrow over the size of the wall. */
const LONGEST = 0.12;

export class Arrows {
  readonly group = new THREE.Group();
  private shown: THREE.InstancedMesh[] = [];
  private readonly material = new THREE.MeshBasicMaterial({ color: 0x0072b2, depthTest: false, transparent: true, opacity: 0.9 });

  constructor(
    private readonly scene: Scene,
    private readonly reach: number,
  ) {
    this.group.renderOrder = 10;
  }

  show(set: ArrowSet | null): void {
    this.clear();
    if (!set || !(set.largest > 0)) return;
    const start = this.scene.array(set.start);
    const vector = this.scene.array(set.vector);
    const count = start.length / 3;
    const radius = 0.0035 * this.reach;
    // both point along y, of length 1; the shaft ends where the head begins
    const shaft = new THREE.CylinderGeometry(radius, radius, 1, 6).translate(0, 0.5, 0);
    const head = new THREE.ConeGeometry(2.6 * radius, 6 * radius, 10).translate(0, -3 * radius, 0);
    this.shown = [shaft, head].map((shape) => new THREE.InstancedMesh(shape, this.material, count));
    const up = new THREE.Vector3(0, 1, 0);
    for (let k = 0; k < count; k++) {
      const way = new THREE.Vector3(vector[3 * k], vector[3 * k + 1], vector[3 * k + 2]);
      const length = (way.length() / set.largest) * LONGEST * this.reach;
      const turn = new THREE.Quaternion().setFromUnitVectors(up, way.normalize());
      const at = new THREE.Vector3(start[3 * k], start[3 * k + 1], start[3 * k + 2]);
      const tip = at.clone().addScaledVector(way, length);
      const thin = Math.min(1, length / (8 * radius));
      this.shown[0].setMatrixAt(k, new THREE.Matrix4().compose(at, turn, new THREE.Vector3(thin, Math.max(length, 1e-6), thin)));
      this.shown[1].setMatrixAt(k, new THREE.Matrix4().compose(tip, turn, new THREE.Vector3(thin, thin, thin)));
    }
    for (const item of this.shown) {
      item.frustumCulled = false;
      item.renderOrder = 10;
      this.group.add(item);
    }
  }

  setInk(dark: boolean): void {
    this.material.color.set(dark ? 0x1d4ed8 : 0x0b3d91); // read against light stones on either paper
  }

  clear(): void {
    for (const item of this.shown) {
      this.group.remove(item);
      item.geometry.dispose();
      item.dispose();
    }
    this.shown = [];
  }

  dispose(): void {
    this.clear();
    this.material.dispose();
  }
}
