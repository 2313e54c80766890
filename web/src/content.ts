// All that stands in the picture: stones, a mesh, arrows; one number for each that can be picked.
import * as THREE from "three";
import { Arrows } from "./arrows";
import type { Poses } from "./poses";
import type { Clip, Scene } from "./scene";
import { Stones } from "./stones";
import { Surface } from "./surface";

export class Content {
  readonly group = new THREE.Group();
  readonly box = new THREE.Box3();
  readonly stones: Stones;
  readonly surface: Surface | null;
  readonly arrows: Arrows;
  /** Number of stones: the mesh's points are counted from there on. */
  readonly first: number;

  constructor(scene: Scene) {
    this.first = scene.file.stones.length;
    this.stones = new Stones(scene);
    this.surface = scene.file.mesh ? new Surface(scene, this.first) : null;
    this.box.union(this.stones.box);
    this.group.add(this.stones.group);
    if (this.surface) {
      this.box.union(this.surface.box);
      this.group.add(this.surface.group);
    }
    this.arrows = new Arrows(scene, Math.max(this.box.getSize(new THREE.Vector3()).length(), 0.1));
    this.group.add(this.arrows.group);
  }

  /** Number of the point among the mesh's, or null for a stone or nothing. */
  pointOf(item: number | null): number | null {
    return item !== null && item >= this.first ? item - this.first : null;
  }

  stoneOf(item: number | null): number | null {
    return item !== null && item < this.first ? item : null;
  }

  set(poses: Poses, clip: Clip | null, frame: number, exaggeration: number): void {
    this.stones.setPoses(poses);
    this.surface?.set(clip, frame, exaggeration);
  }

  showRest(shown: boolean): void {
    this.stones.ghost.visible = shown;
    if (this.surface) this.surface.ghost.visible = shown;
  }

  choose(item: number | null): void {
    this.stones.choose(this.stoneOf(item));
    this.surface?.choose(this.pointOf(item));
  }

  setInk(dark: boolean): void {
    this.stones.setInk(dark);
    this.surface?.setInk(dark);
    this.arrows.setInk(dark);
  }

  whilePicking(draw: () => void): void {
    const arrows = this.arrows.group.visible;
    this.arrows.group.visible = false;
    const inner = this.surface ? () => this.surface!.whilePicking(draw) : draw;
    this.stones.whilePicking(inner);
    this.arrows.group.visible = arrows;
  }

  dispose(): void {
    this.stones.dispose();
    this.surface?.dispose();
    this.arrows.dispose();
  }
}
