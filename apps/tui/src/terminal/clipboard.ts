import type {Env} from './capabilities.ts';
import {throughTmux} from './desktop-sequences.ts';

/** Maximum length of the base64 text. It is the limit of xterm, which other terminals have adopted. */
const MAX_BASE64 = 100_000;

export type CopyResult =
  | {copied: true; bytes: number}
  | {copied: false; reason: 'too-large' | 'not-a-terminal' | 'no-clipboard'};

export type ClipboardPath = 'tmux' | 'screen' | 'none' | 'apple-terminal' | 'iterm' | 'xterm' | 'vte' | 'unknown';

/** tmux and screen come first, because they inherit the variables of the terminal in which they were started. */
export const clipboardPath = (env: Env): ClipboardPath => {
  if (env.TMUX) return 'tmux';
  if (env.STY) return 'screen';
  if (env.TERM === 'linux' || env.TERM === 'dumb') return 'none';
  if (env.TERM_PROGRAM === 'Apple_Terminal') return 'apple-terminal';
  if (env.TERM_PROGRAM === 'iTerm.app') return 'iterm';
  if (env.XTERM_VERSION) return 'xterm';
  return env.VTE_VERSION ? 'vte' : 'unknown';
};

/** The terminal does not confirm the copy. Limit: 75,000 bytes of UTF-8. */
export const copyToClipboard = (
  stdout: {isTTY?: boolean; write(text: string): unknown},
  text: string,
  env: Env = process.env,
): CopyResult => {
  if (stdout.isTTY !== true) return {copied: false, reason: 'not-a-terminal'};
  if (clipboardPath(env) === 'none') return {copied: false, reason: 'no-clipboard'};
  const bytes = Buffer.from(text, 'utf8');
  const base64 = bytes.toString('base64');
  if (base64.length > MAX_BASE64) return {copied: false, reason: 'too-large'};
  const sequence = `\u001B]52;c;${base64}\u0007`;
  // Depending on its settings, tmux handles the plain sequence or the wrapped one. Copying twice is harmless.
  stdout.write(env.TMUX ? sequence + throughTmux(sequence) : sequence);
  return {copied: true, bytes: bytes.length};
};
