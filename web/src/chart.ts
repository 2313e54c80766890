// The record, or a stone's history, with a cursor that runs with the picture.
import uPlot from "uplot";

export interface Line {
  label: string;
  values: ArrayLike<number>;
  dash?: number[];
}

const HEIGHT = 220;
/** Small enough for a long name beside the upright axis. */
const LABEL = "11px system-ui, sans-serif";

function reach(low: number, high: number, span: [number, number]): [number, number] {
  return [Math.min(low ?? span[0], span[0]), Math.max(high ?? span[1], span[1])];
}

function spread(low: number, high: number, least: number): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const [first, last] = uPlot.rangeNum(low, high, 0.1, true) as [number, number];
  const middle = 0.5 * (low + high);
  return high - low >= least ? [first, last] : [middle - least, middle + least];
}

export class Chart {
  private plot: uPlot | null = null;
  private shown = NaN;

  constructor(
    private readonly place: HTMLElement,
    private readonly onSeek: (at: number) => void,
  ) {}

  /** `span`: of the timeline, all of which the chart shows. `least`: span of the upright axis below which curves are rounding and must look flat. */
  show(axis: string, unit: string, span: [number, number], xs: ArrayLike<number>, lines: Line[], least = 0): void {
    this.clear();
    const style = getComputedStyle(this.place);
    const ink = style.getPropertyValue("--pv-soft").trim() || "#666";
    const rule = style.getPropertyValue("--pv-line").trim() || "#ddd";
    const colours = ["--pv-first", "--pv-second", "--pv-third"].map((name) => style.getPropertyValue(name).trim());
    const number = (_: uPlot, value: number | null) => (value === null ? "–" : value.toPrecision(4));
    const axes: uPlot.Axis = { stroke: ink, grid: { stroke: rule, width: 1 }, ticks: { stroke: rule }, size: 56, labelFont: LABEL };
    this.plot = new uPlot(
      {
        width: Math.max(240, this.place.clientWidth),
        height: HEIGHT,
        scales: { x: { time: false, range: (_, low, high) => reach(low, high, span) }, y: { range: (_, low, high) => spread(low, high, least) } },
        cursor: { drag: { x: false, y: false }, points: { show: false } },
        legend: { show: lines.length > 1, live: false },
        axes: [
          { ...axes, label: axis, labelSize: 18, size: 34 },
          { ...axes, label: unit, labelSize: 18 },
        ],
        series: [
          { label: axis, value: number },
          ...lines.map((line, k) => ({
            label: line.label,
            stroke: colours[k % colours.length] || "#0072b2",
            width: 1.4,
            dash: line.dash,
            value: number,
            points: { show: false },
          })),
        ],
        hooks: { draw: [(plot) => this.mark(plot)] },
      },
      [xs, ...lines.map((line) => line.values)] as unknown as uPlot.AlignedData,
      this.place,
    );
    const over = this.plot.over;
    const seek = (event: PointerEvent) => {
      const at = this.plot?.posToVal(event.clientX - over.getBoundingClientRect().left, "x");
      if (at !== undefined) this.onSeek(at);
    };
    over.style.cursor = "ew-resize";
    over.style.touchAction = "pan-y";
    over.addEventListener("pointerdown", (event) => {
      over.setPointerCapture(event.pointerId);
      seek(event);
    });
    over.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) seek(event);
    });
  }

  /** Moves the cursor to `at` on the axis. */
  seek(at: number): void {
    if (at === this.shown) return;
    this.shown = at;
    this.plot?.redraw(false, false);
  }

  resize(): void {
    if (this.plot) this.plot.setSize({ width: Math.max(240, this.place.clientWidth), height: this.plot.height });
  }

  clear(): void {
    this.plot?.destroy();
    this.plot = null;
    this.place.replaceChildren();
  }

  private mark(plot: uPlot): void {
    if (!Number.isFinite(this.shown)) return;
    const x = plot.valToPos(this.shown, "x", true);
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = getComputedStyle(this.place).getPropertyValue("--pv-mark").trim() || "#d55e00";
    ctx.setLineDash([]); // the last curve may have left its own
    ctx.lineWidth = 2 * (window.devicePixelRatio || 1);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }
}
