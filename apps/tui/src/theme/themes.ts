import type {Colour, Ground} from './colour.ts';
import {type Role, type Style, TAG_COLOURS, type TagColour, type Theme} from './theme.ts';

const tagStyles = (styleOf: (colour: TagColour) => Style) =>
  Object.fromEntries(TAG_COLOURS.map(colour => [`tag.${colour}`, styleOf(colour)])) as Pick<Theme, `tag.${TagColour}`>;

/** Uses the terminal's own colours, so it suits light and dark terminals. */
const standard: Theme = {
  accent: {fg: 'cyan'},
  title: {bold: true},
  muted: {dim: true},
  strong: {bold: true},
  rule: {dim: true},
  selection: {inverse: true},
  key: {bold: true, fg: 'cyan'},
  'tab.active': {bold: true, underline: true},
  'status.ok': {fg: 'green'},
  'status.warn': {fg: 'yellow'},
  'status.error': {bold: true, fg: 'red'},
  'status.danger': {bold: true, inverse: true, fg: 'red'},
  'severity.fatal': {bold: true, fg: 'magenta'},
  'severity.error': {fg: 'red'},
  'severity.warn': {fg: 'yellow'},
  'severity.info': {fg: 'green'},
  'severity.debug': {dim: true},
  match: {bold: true, underline: true, fg: 'yellow'},
  cursor: {inverse: true},
  ...tagStyles(fg => ({bold: true, inverse: true, fg})),
};

const mapTheme = (change: (style: Style) => Style): Theme =>
  Object.fromEntries(Object.entries(standard).map(([role, style]) => [role, change(style)])) as Record<Role, Style>;

/** The second colour of a `Ground` is for terminals with 16 colours, if the nearest of the 16 would be unreadable. */
type Palette = Readonly<Record<'text' | 'muted' | 'rule' | 'accent' | 'ok' | 'warn' | 'error' | 'fatal', Ground>> & {
  readonly selection: Style;
  readonly onTag: Colour;
  readonly tags: Readonly<Record<TagColour, Ground>>;
};

const themeOf = ({text, muted, rule, accent, ok, warn, error, fatal, ...labels}: Palette): Theme => ({
  accent: {fg: accent},
  title: {bold: true, fg: text},
  muted: {fg: muted},
  strong: {bold: true, fg: text},
  rule: {fg: rule},
  selection: labels.selection,
  key: {bold: true, fg: accent},
  'tab.active': {bold: true, underline: true, fg: text},
  'status.ok': {fg: ok},
  'status.warn': {fg: warn},
  'status.error': {bold: true, fg: error},
  'status.danger': {bold: true, fg: labels.onTag, bg: error},
  'severity.fatal': {bold: true, fg: fatal},
  'severity.error': {fg: error},
  'severity.warn': {fg: warn},
  'severity.info': {fg: ok},
  'severity.debug': {fg: muted},
  match: {bold: true, underline: true, fg: warn},
  cursor: {inverse: true, fg: text},
  ...tagStyles(colour => ({bold: true, fg: labels.onTag, bg: labels.tags[colour]})),
});

const dark: Palette = {
  text: '#ffffff',
  muted: '#a8a8a8',
  rule: '#808080',
  accent: ['#5fd7ff', 'cyanBright'],
  ok: ['#5fd75f', 'green'],
  warn: ['#ffd75f', 'yellowBright'],
  error: ['#ff6b6b', 'redBright'],
  fatal: ['#ff87ff', 'magentaBright'],
  selection: {fg: '#ffffff', bg: ['#00338f', 'blue']},
  onTag: '#000000',
  tags: {
    red: ['#ff6b6b', 'redBright'],
    green: ['#5fd75f', 'green'],
    yellow: ['#ffd75f', 'yellowBright'],
    blue: ['#5fafff', 'cyan'],
    magenta: ['#ff87ff', 'magentaBright'],
    cyan: ['#5fd7d7', 'cyanBright'],
  },
};

export const themes = {
  default: standard,
  mono: mapTheme(({fg: _fg, ...style}) => style),
  /** Bright colours instead of dim text, for terminals with low contrast. */
  bright: mapTheme(({dim: _dim, fg, ...style}) => (fg === undefined ? style : {...style, fg: `${fg}Bright` as Colour})),
  dark: themeOf(dark),
  light: themeOf({
    text: '#000000',
    muted: ['#585858', 'black'],
    rule: ['#767676', 'black'],
    accent: ['#005faf', 'blue'],
    ok: ['#006100', 'black'],
    warn: ['#7a4f00', 'magenta'],
    error: ['#b00000', 'red'],
    fatal: ['#870087', 'magenta'],
    selection: {fg: '#ffffff', bg: ['#00338f', 'blue']},
    onTag: '#ffffff',
    tags: {
      red: ['#b00000', 'red'],
      green: ['#006100', 'black'],
      yellow: ['#7a4f00', 'black'],
      blue: ['#0000af', 'blue'],
      magenta: ['#870087', 'magenta'],
      cyan: ['#005f5f', 'black'],
    },
  }),
  'high-contrast': themeOf({
    ...dark,
    muted: '#ffffff',
    rule: '#ffffff',
    accent: '#00ffff',
    ok: '#00ff00',
    warn: '#ffff00',
    error: ['#ff8787', 'redBright'],
    fatal: ['#ffafff', 'magentaBright'],
    selection: {bold: true, fg: '#000000', bg: '#ffff00'},
  }),
  /** For deuteranopia and protanopia, on a black background: blue and orange of different brightness, no green and red. */
  'colour-blind': themeOf({
    ...dark,
    accent: ['#ffffff', 'whiteBright'],
    ok: ['#5fafff', 'cyan'],
    warn: ['#ffd787', 'yellowBright'],
    error: ['#ff9f00', 'yellow'],
    fatal: ['#ff9f00', 'yellow'],
  }),
} as const satisfies Readonly<Record<string, Theme>>;

type BuiltIn = keyof typeof themes;

export const builtInNames = Object.keys(themes) as readonly BuiltIn[];

/** Chooses `dark` or `light` by the terminal's background, and `default` if the terminal does not report it. */
export const AUTO = 'auto';

export const themeNames = [...builtInNames, AUTO] as const;

export type Themes = Readonly<Record<string, Theme>> & typeof themes;

/** A theme in the config has only the styles that differ from a built-in theme. */
export type OwnTheme = {readonly extends?: BuiltIn | undefined} & {
  readonly [R in Role]?: Style | undefined;
};

export const allThemes = (own: Readonly<Record<string, OwnTheme>> = {}): Themes => ({
  ...themes,
  ...Object.fromEntries(
    Object.entries(own).map(([name, {extends: base = 'default', ...styles}]) => [name, {...themes[base], ...styles}]),
  ),
});

export interface ThemeChoice {
  readonly flag: string | undefined;
  readonly config: string | undefined;
}

/** Without colours, the config is ignored, and the default is `mono`. */
export const chosenTheme = ({flag, config}: ThemeChoice, color: boolean): string => {
  if (color) return flag ?? config ?? 'default';
  return flag === undefined || flag === AUTO ? 'mono' : flag;
};
