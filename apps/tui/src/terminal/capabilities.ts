import type {Depth} from '../theme/colour.ts';

export type Env = Readonly<Record<string, string | undefined>>;
export type Streams = {stdin: {isTTY?: boolean}; stdout: {isTTY?: boolean}};

/** FORCE_COLOR takes precedence over NO_COLOR, as in Node. */
const colorOf = (env: Env, isTty: boolean): boolean => {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return !env.NO_COLOR && isTty && env.TERM !== 'dumb';
};

const FORCED: Readonly<Record<string, Depth>> = {1: 16, 2: 256, 3: 'true'};

const depthOf = ({FORCE_COLOR = '', COLORTERM = '', TERM = '', STY}: Env): Depth => {
  const forced = FORCED[FORCE_COLOR];
  if (forced !== undefined) return forced;
  // COLORTERM is ignored in GNU screen (`STY`), where it describes the outer terminal.
  if (/^(truecolor|24bit)$/i.test(COLORTERM) && !STY) return 'true';
  if (TERM.endsWith('-direct')) return 'true';
  return /256|kitty|ghostty|alacritty|foot|wezterm/.test(TERM) ? 256 : 16;
};

const unicodeOf = (env: Env): boolean => {
  const term = env.TERM ?? '';
  // The text console of Linux can draw only 512 different characters.
  if (term === 'linux' || term === 'dumb') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  // SSH sessions and containers often set no locale, although their terminals show Unicode.
  return locale === undefined || locale === '' || /utf-?8/i.test(locale);
};

export type Capabilities = ReturnType<typeof detectCapabilities>;

export const detectCapabilities = (env: Env, {stdin, stdout}: Streams) => ({
  /** Whether a person can use the terminal. `CI` is ignored, because build hosts also set it in interactive shells. */
  interactive: stdin.isTTY === true && stdout.isTTY === true && env.TERM !== 'dumb',
  color: colorOf(env, stdout.isTTY === true),
  depth: depthOf(env),
  unicode: unicodeOf(env),
});
