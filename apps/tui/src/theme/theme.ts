/** Meaning of a text; a theme gives each a style. */
export type Role =
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

/** Colours of the terminal's own palette. */
type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

export interface Style {
  readonly fg?: Colour;
  /** The bright variant of `fg`. */
  readonly bright?: boolean;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

export type Theme = Readonly<Record<Role, Style>>;

export type Paint = (role: Role, text: string) => string;

const CODES: Readonly<Record<Colour, number>> = {red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36};
const BRIGHT = 60;

export const createPaint = (theme: Theme): Paint => {
  const wraps = new Map<Role, readonly [string, string]>();
  for (const [role, style] of Object.entries(theme) as [Role, Style][]) wraps.set(role, wrapOf(style));
  return (role, text) => {
    const [open, close] = wraps.get(role) ?? ['', ''];
    return open + text + close;
  };
};

/** Leaves text as it is, for frames without a terminal. */
export const plainPaint: Paint = (_role, text) => text;

const wrapOf = (style: Style): readonly [string, string] => {
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
  if (style.fg !== undefined) add(CODES[style.fg] + (style.bright ? BRIGHT : 0), 39);
  const sgr = (values: readonly number[]): string => values.map(value => `\u001b[${value}m`).join('');
  return [sgr(opens), sgr([...new Set(closes)])];
};
