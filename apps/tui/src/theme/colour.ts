const HUES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

export const COLOUR_NAMES = [...HUES, ...HUES.map(hue => `${hue}Bright` as const)] as const;

/** A colour name, a number in the 256-colour palette with or without `256:`, or `#rrggbb`. */
export type Colour = (typeof COLOUR_NAMES)[number] | number | `256:${number}` | `#${string}`;

/** `true`: 24-bit colours. */
export type Depth = 16 | 256 | 'true';

type Rgb = readonly [red: number, green: number, blue: number];

export type Drawn = number | Rgb;

const rgbOf = (value: number): Rgb => [value >> 16, (value >> 8) & 255, value & 255];

const cubeStep = (at: number): number => (at % 6 === 0 ? 0 : 55 + 40 * (at % 6));

/** The palette of xterm. Terminals agree on colours 16 to 255; the first 16 vary, and users change them. */
const palette: readonly Rgb[] = [
  ...[0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5].map(rgbOf),
  ...[0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff].map(rgbOf),
  ...Array.from({length: 216}, (_, at): Rgb => {
    const [red, green] = [Math.floor(at / 36), Math.floor(at / 6)];
    return [cubeStep(red), cubeStep(green), cubeStep(at)];
  }),
  ...Array.from({length: 24}, (_, at): Rgb => [8 + 10 * at, 8 + 10 * at, 8 + 10 * at]),
];

export const rgbAt = (drawn: Drawn): Rgb => (typeof drawn === 'number' ? (palette[drawn] ?? rgbOf(0)) : drawn);

const read = (colour: Colour): Drawn => {
  if (typeof colour === 'number') return colour;
  if (colour.startsWith('#')) return rgbOf(Number.parseInt(colour.slice(1), 16));
  const index = (COLOUR_NAMES as readonly string[]).indexOf(colour);
  return index === -1 ? Number(colour.slice('256:'.length)) : index;
};

const nearest = (drawn: Drawn, from: number, to: number): number => {
  const rgb = rgbAt(drawn);
  const distances = palette
    .slice(from, to)
    .map(other => other.reduce((sum, part, channel) => sum + (part - (rgb[channel] ?? 0)) ** 2, 0));
  return from + distances.indexOf(Math.min(...distances));
};

/** Terminals with 16 colours use the second colour of a pair. */
export type Ground = Colour | readonly [Colour, Colour];

export const drawnOf = (ground: Ground, depth: Depth): Drawn => {
  const [rich, poor = rich] = typeof ground === 'object' ? ground : [ground];
  const drawn = read(depth === 16 ? poor : rich);
  if (depth === 'true' || (typeof drawn === 'number' && drawn < depth)) return drawn;
  // With 256 colours, the first 16 are not used, because they differ between terminals.
  return depth === 256 ? nearest(drawn, 16, 256) : nearest(drawn, 0, 16);
};

export const sgrOf = (drawn: Drawn, ground: 'fg' | 'bg'): string => {
  const [normal, bright, extended] = ground === 'fg' ? [30, 90, 38] : [40, 100, 48];
  if (typeof drawn !== 'number') return `${extended};2;${drawn.join(';')}`;
  if (drawn >= 16) return `${extended};5;${drawn}`;
  return String(drawn < 8 ? normal + drawn : bright + drawn - 8);
};
