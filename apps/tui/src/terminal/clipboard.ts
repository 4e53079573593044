/** xterm takes 100,000 characters of base64 and drops what is longer; others follow it. */
const MAX_BASE64 = 100_000;

export type CopyResult = {copied: true; bytes: number} | {copied: false; reason: 'too-large' | 'not-a-terminal'};

export type ClipboardOptions = {
  /** Where `TMUX` is looked up. */
  env?: Readonly<Record<string, string | undefined>>;
};

const osc52 = (base64: string): string => `\u001B]52;c;${base64}\u0007`;

// tmux takes OSC 52 itself or hands it through, depending on its settings; the second setting of the same text is harmless.
const throughTmux = (sequence: string): string =>
  `${sequence}\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;

/**
 * Puts a text on the clipboard of the operator's own machine, over SSH too (OSC 52). The terminal does not answer, so
 * `copied` means sent. At most 75,000 bytes of UTF-8.
 */
export const copyToClipboard = (
  stdout: {isTTY?: boolean; write(text: string): unknown},
  text: string,
  {env = process.env}: ClipboardOptions = {},
): CopyResult => {
  if (stdout.isTTY !== true) return {copied: false, reason: 'not-a-terminal'};
  const bytes = Buffer.from(text, 'utf8');
  const base64 = bytes.toString('base64');
  if (base64.length > MAX_BASE64) return {copied: false, reason: 'too-large'};
  stdout.write(env.TMUX ? throughTmux(osc52(base64)) : osc52(base64));
  return {copied: true, bytes: bytes.length};
};
