// Colours that stay apart for colour-blind eyes and in grey print: ColorBrewer's YlOrBr for amounts, as in the drawings,
// light where nothing moves; Okabe–Ito for kinds.
export type Colour = [number, number, number];

const AMOUNTS: Colour[] = [
  [255, 255, 229],
  [255, 247, 188],
  [254, 227, 145],
  [254, 196, 79],
  [254, 153, 41],
  [236, 112, 20],
  [204, 76, 2],
  [153, 52, 4],
  [102, 37, 6],
];

const KINDS: Colour[] = [
  [190, 178, 158],
  [86, 180, 233],
  [230, 159, 0],
  [0, 158, 115],
  [204, 121, 167],
  [240, 228, 66],
  [0, 114, 178],
  [213, 94, 0],
];

export function amountColour(share: number): Colour {
  const place = Math.max(0, Math.min(1, share)) * (AMOUNTS.length - 1);
  const first = Math.min(AMOUNTS.length - 2, Math.floor(place));
  const mix = place - first;
  const [a, b] = [AMOUNTS[first], AMOUNTS[first + 1]];
  return [0, 1, 2].map((k) => a[k] + mix * (b[k] - a[k])) as Colour;
}

export function kindColour(index: number): Colour {
  return KINDS[index % KINDS.length];
}

export function css([r, g, b]: Colour): string {
  return `rgb(${Math.round(r)} ${Math.round(g)} ${Math.round(b)})`;
}

export function ramp(): string {
  const stops = AMOUNTS.map((colour, k) => `${css(colour)} ${(100 * k) / (AMOUNTS.length - 1)}%`);
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
