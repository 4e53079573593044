import type {Role, Style, Theme} from './theme.ts';

/** Uses the terminal's own foreground, background and palette, so it suits light and dark terminals. */
const standard: Theme = {
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

const mapTheme = (theme: Theme, change: (style: Style) => Style): Theme =>
  Object.fromEntries(Object.entries(theme).map(([role, style]) => [role, change(style)])) as Record<Role, Style>;

/** Themes by the names that `--theme` and the config take. */
export const themes = {
  default: standard,
  /** Weights only: bold, dim, underline and reverse video. The default under NO_COLOR. */
  mono: mapTheme(standard, ({fg: _fg, ...weights}) => weights),
  /** For terminals with little contrast: bright colours, nothing dim. */
  bright: mapTheme(standard, ({dim: _dim, ...style}) => ({...style, bright: true})),
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof themes;

export const themeNames = Object.keys(themes) as readonly ThemeName[];

export const isThemeName = (name: string): name is ThemeName => Object.hasOwn(themes, name);

/** The theme that the flag and the config name. */
export interface ThemeChoice {
  readonly flag: ThemeName | undefined;
  readonly config: ThemeName | undefined;
}

/** The theme to draw with. Without colour (NO_COLOR, a terminal without it) only the flag chooses another than `mono`. */
export const chosenTheme = ({flag, config}: ThemeChoice, color: boolean): ThemeName =>
  flag ?? (color ? (config ?? 'default') : 'mono');
