export type Capabilities = {
  /** A person can drive a full screen here. Decided by the streams, not by `CI`, which build hosts set for shells too. */
  interactive: boolean;
  /** The 16 colours of the palette are wanted. */
  color: boolean;
  /** Box lines and block bars can be shown; otherwise draw in ASCII. */
  unicode: boolean;
};

export type Env = Readonly<Record<string, string | undefined>>;
export type Streams = {stdin: {isTTY?: boolean}; stdout: {isTTY?: boolean}};

/** FORCE_COLOR counts more than NO_COLOR, as in Node. */
const colorOf = (env: Env, isTty: boolean): boolean => {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return !env.NO_COLOR && isTty && env.TERM !== 'dumb';
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
