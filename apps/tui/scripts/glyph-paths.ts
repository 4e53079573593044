export type Box = {x: number; y: number; width: number; height: number};
/** With `stroke`, the path is a line of that width in px. Otherwise, it is filled. */
export type GlyphPath = {data: string; stroke?: number};

export const round = (value: number): string => String(Math.round(value * 100) / 100);
export const rect = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;

const blockOf = (code: number, {x, y, width, height}: Box): string | undefined => {
  if (code === 0x2580) return rect(x, y, width, height / 2);
  if (code >= 0x2581 && code <= 0x2588) {
    const filled = (height * (code - 0x2580)) / 8;
    return rect(x, y + height - filled, width, filled);
  }
  if (code >= 0x2589 && code <= 0x258f) return rect(x, y, (width * (0x2590 - code)) / 8, height);
  return code === 0x2590 ? rect(x + width / 2, y, width / 2, height) : undefined;
};

/** Directions of lines from the centre of the character. */
const ARMS: Readonly<Record<string, string>> = {
  '─': 'lr',
  '│': 'ud',
  '┌': 'rd',
  '┐': 'ld',
  '└': 'ru',
  '┘': 'lu',
  '├': 'rud',
  '┤': 'lud',
  '┬': 'lrd',
  '┴': 'lru',
  '┼': 'lrud',
  '╴': 'l',
  '╶': 'r',
  '╵': 'u',
  '╷': 'd',
};
const HEAVY: Readonly<Record<string, string>> = {'━': 'lr', '┃': 'ud'};
const ROUNDED: Readonly<Record<string, string>> = {'╭': 'rd', '╮': 'ld', '╰': 'ru', '╯': 'lu'};

const linesOf = (arms: string, {x, y, width, height}: Box): string => {
  const middleX = x + width / 2;
  const middleY = y + height / 2;
  const left = arms.includes('l') ? x : middleX;
  const right = arms.includes('r') ? x + width : middleX;
  const top = arms.includes('u') ? y : middleY;
  const bottom = arms.includes('d') ? y + height : middleY;
  const across = left === right ? '' : `M${round(left)} ${round(middleY)}H${round(right)}`;
  const down = top === bottom ? '' : `M${round(middleX)} ${round(top)}V${round(bottom)}`;
  return across + down;
};

const cornerOf = (arms: string, {x, y, width, height}: Box): string => {
  const edgeX = arms.includes('l') ? x : x + width;
  const edgeY = arms.includes('u') ? y : y + height;
  const middleX = x + width / 2;
  const middleY = y + height / 2;
  return `M${round(edgeX)} ${round(middleY)}Q${round(middleX)} ${round(middleY)} ${round(middleX)} ${round(edgeY)}`;
};

/** Draws block and line characters, because the glyphs of fonts would leave gaps between cells. */
export const glyphPath = (chars: string, box: Box): GlyphPath | undefined => {
  const block = chars.length === 1 ? blockOf(chars.charCodeAt(0), box) : undefined;
  if (block !== undefined) return {data: block};
  const light = ARMS[chars];
  if (light !== undefined) return {data: linesOf(light, box), stroke: 1};
  const heavy = HEAVY[chars];
  if (heavy !== undefined) return {data: linesOf(heavy, box), stroke: 2};
  const corner = ROUNDED[chars];
  return corner === undefined ? undefined : {data: cornerOf(corner, box), stroke: 1};
};
