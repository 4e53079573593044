import type {Colour, Format, Role, Theme} from './theme.ts';

/** The default theme. Uses the terminal's foreground, background and palette, and so suits light and dark terminals. */
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
  'tag.red': ['bold', 'inverse', 'red'],
  'tag.green': ['bold', 'inverse', 'green'],
  'tag.yellow': ['bold', 'inverse', 'yellow'],
  'tag.blue': ['bold', 'inverse', 'blue'],
  'tag.magenta': ['bold', 'inverse', 'magenta'],
  'tag.cyan': ['bold', 'inverse', 'cyan'],
};

const isColour = (format: Format): format is Colour => !['bold', 'dim', 'underline', 'inverse'].includes(format);

const mapTheme = (theme: Theme, change: (format: Format) => readonly Format[]): Theme => {
  const changed = Object.entries(theme).map(([role, formats]) => [role, formats.flatMap(change)]);
  return Object.fromEntries(changed) as Record<Role, Format[]>;
};

export const themes = {
  default: standard,
  mono: mapTheme(standard, format => (isColour(format) ? [] : [format])),
  /** Bright colours and no dim text, for terminals with low contrast. */
  bright: mapTheme(standard, format => {
    if (format === 'dim') return [];
    return isColour(format) ? [`${format}Bright`] : [format];
  }),
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof themes;

export const themeNames = Object.keys(themes) as readonly ThemeName[];

export const isThemeName = (name: string): name is ThemeName => Object.hasOwn(themes, name);

export interface ThemeChoice {
  readonly flag: ThemeName | undefined;
  readonly config: ThemeName | undefined;
}

/** The command-line flag overrides the config. Without colour, the config is ignored, and the default is `mono`. */
export const chosenTheme = ({flag, config}: ThemeChoice, color: boolean): ThemeName =>
  flag ?? (color ? (config ?? 'default') : 'mono');
