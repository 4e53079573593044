export type ColorDepth = 'none' | 'ansi16' | 'ansi256' | 'truecolor';

export type Capabilities = {
  /** A person can drive a full screen here. Decided by the streams, not by `CI`, which build hosts set for shells too. */
  interactive: boolean;
  color: ColorDepth;
  /** Box lines and block bars can be shown; otherwise draw in ASCII. */
  unicode: boolean;
};

export type Env = Readonly<Record<string, string | undefined>>;
export type Streams = {stdin: {isTTY?: boolean}; stdout: {isTTY?: boolean}};

const FORCED: Readonly<Record<string, ColorDepth>> = {
  '0': 'none',
  false: 'none',
  '2': 'ansi256',
  '3': 'truecolor',
};
const TRUECOLOR_TERM = /-direct$|kitty|alacritty|ghostty|wezterm|foot/;
const TRUECOLOR_PROGRAM = /^(iTerm\.app|vscode|WezTerm|ghostty|mintty|rio)$/;

const colorOf = (env: Env, isTty: boolean): ColorDepth => {
  const term = env.TERM ?? '';
  // Asking for colour beats asking for none, as in Node itself.
  if (env.FORCE_COLOR !== undefined) return FORCED[env.FORCE_COLOR] ?? 'ansi16';
  if (env.NO_COLOR || !isTty || term === 'dumb') return 'none';
  if (/^(truecolor|24bit)$/.test(env.COLORTERM ?? '') || env.WT_SESSION) return 'truecolor';
  if (TRUECOLOR_TERM.test(term) || TRUECOLOR_PROGRAM.test(env.TERM_PROGRAM ?? '')) return 'truecolor';
  return /256|^(tmux|screen)/.test(term) ? 'ansi256' : 'ansi16';
};

const unicodeOf = (env: Env): boolean => {
  const term = env.TERM ?? '';
  // The Linux console has 512 glyphs at most.
  if (term === 'linux' || term === 'dumb') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  // No locale at all is usual over SSH and in containers, on terminals that can do it.
  return locale === undefined || locale === '' || /utf-?8/i.test(locale);
};

/** What the terminal can do, from the environment and the streams alone. */
export const detectCapabilities = (env: Env, {stdin, stdout}: Streams): Capabilities => ({
  interactive: stdin.isTTY === true && stdout.isTTY === true && env.TERM !== 'dumb',
  color: colorOf(env, stdout.isTTY === true),
  unicode: unicodeOf(env),
});
