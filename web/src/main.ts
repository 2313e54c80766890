// Finds the places for viewers on the page and fills each; what goes wrong is said there, never left blank.
import "uplot/dist/uPlot.min.css";
import "./viewer.css";
import { make } from "./dom";
import { Scene, SceneError, type SceneFile } from "./scene";
import { Viewer } from "./viewer";

declare global {
  interface Window {
    pirqaViewers?: Viewer[];
    pirqaMount?: (root: ParentNode) => void;
  }
}

const FALLBACK: Record<string, string> = {
  newer: "This picture was made by a newer pirqa: build the report again with it.",
  older: "This picture was made by an older pirqa: build the report again.",
  damaged: "The data of this picture are damaged: build the report again.",
  no_webgl: "This browser cannot draw in three dimensions (WebGL 2 is missing): the drawings below show the same wall.",
};

function mount(place: HTMLElement): void {
  if (place.dataset.mounted) return;
  place.dataset.mounted = "yes";
  let words: Record<string, string> = FALLBACK;
  try {
    const source = document.getElementById(place.dataset.scene ?? "");
    const file = JSON.parse(source?.textContent ?? "null") as SceneFile;
    words = { ...FALLBACK, ...(file?.words ?? {}) };
    const scene = new Scene(file);
    if (!make("canvas").getContext("webgl2")) throw new SceneError("no_webgl");
    (window.pirqaViewers ??= []).push(new Viewer(scene, place));
    place.dataset.state = "ready";
  } catch (error) {
    const key = error instanceof SceneError ? error.message : "damaged";
    place.dataset.state = key;
    place.replaceChildren(make("p", { class: "pv-message" }, words[key] ?? FALLBACK.damaged));
    if (!(error instanceof SceneError)) console.warn("pirqa viewer:", error);
  }
}

function mountAll(root: ParentNode): void {
  const places = [...root.querySelectorAll<HTMLElement>(".pirqa-viewer")];
  // a page may hold many: each is made when it comes near, so that the page opens at once
  const near = new IntersectionObserver(
    (entries) => {
      for (const entry of entries)
        if (entry.isIntersecting) {
          near.unobserve(entry.target);
          mount(entry.target as HTMLElement);
        }
    },
    { rootMargin: "400px" },
  );
  for (const place of places) near.observe(place);
}

window.pirqaMount = mountAll;
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => mountAll(document));
else mountAll(document);
