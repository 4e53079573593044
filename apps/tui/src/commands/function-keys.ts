/** Matches a bracketed paste, or a function key of xterm, rxvt, the Linux console or kitty. */
const PASTE_OR_FUNCTION_KEY =
  /\u001b\[200~.*?(?:\u001b\[201~|$)|\u001b(?:[O[]([P-S])|\[\[([A-E])|\[(1[1-5]|1[7-9]|2[0134])~)/gs;

/** The character before F1. Function keys are the characters U+F704 (F1) to U+F70F (F12), as on macOS. */
const BEFORE_F1 = 0xf703;

/** Replaces each function key by a single character, because Ink's `useInput` drops function keys. */
export const withFunctionKeys = (chunk: string): string =>
  chunk.replaceAll(PASTE_OR_FUNCTION_KEY, (sequence, letter?: string, linux?: string, number?: string) => {
    const key = functionKeyNumber(letter, linux, number);
    return key === undefined ? sequence : String.fromCharCode(BEFORE_F1 + key);
  });

const functionKeyNumber = (letter?: string, linux?: string, number?: string): number | undefined => {
  if (letter !== undefined) return letter.charCodeAt(0) - 0x4f;
  if (linux !== undefined) return linux.charCodeAt(0) - 0x40;
  if (number === undefined) return undefined;
  // Terminals number the function keys from 11, without 16 and 22.
  return Number(number) - (Number(number) > 22 ? 12 : Number(number) > 16 ? 11 : 10);
};

export const functionKey = (character: string): string | undefined => {
  const key = character.charCodeAt(0) - BEFORE_F1;
  return key >= 1 && key <= 12 ? `f${key}` : undefined;
};
