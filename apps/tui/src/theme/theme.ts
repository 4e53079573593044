/** What a piece of text means; a theme says how that looks. */
export type Token =
  | 'accent'
  | 'title'
  | 'muted'
  | 'strong'
  | 'rule'
  | 'selection'
  | 'key'
  | 'tab.active'
  | 'status.ok'
  | 'status.warn'
  | 'status.error'
  | 'status.danger'
  | 'severity.fatal'
  | 'severity.error'
  | 'severity.warn'
  | 'severity.info'
  | 'severity.debug'
  | 'match'
  | 'cursor';

type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'grey';

export interface Style {
  readonly fg?: Colour;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

export type Theme = Readonly<Record<Token, Style>>;

/** Uses the terminal's own foreground, background and palette, so it is right on light and on dark. */
export const defaultTheme: Theme = {
  accent: {fg: 'cyan'},
  title: {bold: true},
  muted: {dim: true},
  strong: {bold: true},
  rule: {dim: true},
  selection: {inverse: true},
  key: {fg: 'cyan', bold: true},
  'tab.active': {bold: true, underline: true},
  'status.ok': {fg: 'green'},
  'status.warn': {fg: 'yellow'},
  'status.error': {fg: 'red', bold: true},
  'status.danger': {fg: 'red', bold: true, inverse: true},
  'severity.fatal': {fg: 'magenta', bold: true},
  'severity.error': {fg: 'red'},
  'severity.warn': {fg: 'yellow'},
  'severity.info': {fg: 'green'},
  'severity.debug': {dim: true},
  match: {underline: true, bold: true, fg: 'yellow'},
  cursor: {inverse: true},
};

export type Paint = (token: Token, text: string) => string;

const codes: Readonly<Record<Colour, number>> = {
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
  grey: 90,
};

/** A painter for a theme. Without colour the weights stay: bold, dim, underline and reverse video. */
export const createPaint = (theme: Theme, colour: boolean): Paint => {
  const wraps = new Map<Token, readonly [string, string]>();
  for (const [token, style] of Object.entries(theme) as [Token, Style][]) wraps.set(token, wrapOf(style, colour));
  return (token, text) => {
    const [open, close] = wraps.get(token) ?? ['', ''];
    return open + text + close;
  };
};

/** For frames without a terminal: the text alone. */
export const plainPaint: Paint = (_token, text) => text;

const wrapOf = (style: Style, colour: boolean): readonly [string, string] => {
  const opens: number[] = [];
  const closes: number[] = [];
  const add = (open: number, close: number): void => {
    opens.push(open);
    closes.unshift(close);
  };
  if (style.bold) add(1, 22);
  if (style.dim) add(2, 22);
  if (style.underline) add(4, 24);
  if (style.inverse) add(7, 27);
  if (style.fg !== undefined && colour) add(codes[style.fg], 39);
  const sgr = (values: readonly number[]): string => values.map(value => `\u001b[${value}m`).join('');
  return [sgr(opens), sgr([...new Set(closes)])];
};
