import {type Depth, drawnOf, type Ground, sgrOf} from './colour.ts';

export const TAG_COLOURS = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;
export type TagColour = (typeof TAG_COLOURS)[number];

export interface Tag {
  readonly label: string;
  readonly colour?: TagColour | undefined;
}

export type Role =
  | ('accent' | 'title' | 'muted' | 'strong' | 'rule' | 'selection' | 'key' | 'tab.active' | 'match' | 'cursor')
  | `status.${'ok' | 'warn' | 'error' | 'danger'}`
  | `severity.${'fatal' | 'error' | 'warn' | 'info' | 'debug'}`
  | `tag.${TagColour}`;

export const severityRole = (level: number | undefined): Role | undefined => {
  if (level === undefined || level <= 0) return undefined;
  if (level <= 3) return 'severity.fatal';
  if (level === 4) return 'severity.error';
  if (level === 5) return 'severity.warn';
  if (level <= 7) return 'severity.info';
  return level === 8 ? 'severity.debug' : undefined;
};

export const WORRY_ROLES = {
  none: 'muted',
  low: 'severity.info',
  medium: 'severity.warn',
  high: 'severity.error',
} as const satisfies Record<string, Role>;

const ATTRIBUTES = {bold: [1, 22], dim: [2, 22], underline: [4, 24], inverse: [7, 27]} as const;

type Attribute = keyof typeof ATTRIBUTES;

/** If a colour is absent, the terminal's default is used. */
export type Style = {readonly [A in Attribute]?: boolean | undefined} & {
  readonly [G in 'fg' | 'bg']?: Ground | undefined;
};

export type Theme = Readonly<Record<Role, Style>>;

export type Paint = (role: Role, text: string) => string;

const sgr = (parameters: readonly (string | number)[]): string =>
  parameters.map(parameter => `\u001b[${parameter}m`).join('');

const codesOf = ({fg, bg, ...attributes}: Style, depth: Depth): readonly [before: string, after: string] => {
  const pairs = Object.entries(ATTRIBUTES).filter(([name]) => attributes[name as Attribute] === true);
  const before = pairs.map(([, [on]]) => on);
  const after = pairs.map(([, [, off]]) => off);
  const colours = [
    ...(fg === undefined ? [] : [{on: sgrOf(drawnOf(fg, depth), 'fg'), off: 39}]),
    ...(bg === undefined ? [] : [{on: sgrOf(drawnOf(bg, depth), 'bg'), off: 49}]),
  ];
  return [sgr([...before, ...colours.map(({on}) => on)]), sgr([...after, ...colours.map(({off}) => off)].toReversed())];
};

export const createPaint = (theme: Theme, depth: Depth): Paint => {
  const codes = new Map(Object.entries(theme).map(([role, style]) => [role, codesOf(style, depth)]));
  return (role, text) => codes.get(role)?.join(text) ?? text;
};

export const tagText = ({label, colour}: Tag, paint: Paint): string =>
  paint(colour === undefined ? 'selection' : `tag.${colour}`, `[${label}]`);

export const plainPaint: Paint = (_role, text) => text;
