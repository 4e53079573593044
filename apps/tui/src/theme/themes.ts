import type {Colour, Format, Role, Theme} from './theme.ts';

/** It uses the foreground, background and palette of the terminal, so that it suits light and dark ones. */
const standard: Theme = {
  accent: ['cyan'],
  title: ['bold'],
  muted: ['dim'],
  strong: ['bold'],
  rule: ['dim'],
  selection: ['inverse'],
  key: ['bold', 'cyan'],
  'tab.active': ['bold', 'underline'],
  'status.ok': ['green'],
  'status.warn': ['yellow'],
  'status.error': ['bold', 'red'],
  'status.danger': ['bold', 'inverse', 'red'],
  'severity.fatal': ['bold', 'magenta'],
  'severity.error': ['red'],
  'severity.warn': ['yellow'],
  'severity.info': ['green'],
  'severity.debug': ['dim'],
  match: ['bold', 'underline', 'yellow'],
  cursor: ['inverse'],
};

const isColour = (format: Format): format is Colour => !['bold', 'dim', 'underline', 'inverse'].includes(format);

const mapTheme = (theme: Theme, change: (format: Format) => readonly Format[]): Theme => {
  const changed = Object.entries(theme).map(([role, formats]) => [role, formats.flatMap(change)]);
  return Object.fromEntries(changed) as Record<Role, Format[]>;
};

/** Themes by the names that `--theme` and the config accept. */
export const themes = {
  default: standard,
  /** Has weights only: bold, dim, underline and reverse video. It is the default under NO_COLOR. */
  mono: mapTheme(standard, format => (isColour(format) ? [] : [format])),
  /** Has bright colours and nothing dim, for terminals with little contrast. */
  bright: mapTheme(standard, format => {
    if (format === 'dim') return [];
    return isColour(format) ? [`${format}Bright`] : [format];
  }),
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof themes;

export const themeNames = Object.keys(themes) as readonly ThemeName[];

export const isThemeName = (name: string): name is ThemeName => Object.hasOwn(themes, name);

/** Themes chosen by the flag and by the config. */
export interface ThemeChoice {
  readonly flag: ThemeName | undefined;
  readonly config: ThemeName | undefined;
}

/** Without colour (NO_COLOR, or a terminal without it), only the flag selects a theme other than `mono`. */
export const chosenTheme = ({flag, config}: ThemeChoice, color: boolean): ThemeName =>
  flag ?? (color ? (config ?? 'default') : 'mono');
