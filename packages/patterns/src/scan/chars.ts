/** Classes of characters, as bits. Control characters have the class `SPACE`. */
export const SPACE = 1;
/** Brackets, quotes and separators. They end a word, as spaces do. */
export const STOP = 2;
export const DIGIT = 4;
export const LETTER = 8;
/** `a` to `f`, in either case. */
export const HEX_LETTER = 16;

const table = (): Uint8Array => {
  const classes = new Uint8Array(128);
  for (let code = 0; code <= 32; code++) classes[code] = SPACE;
  classes[127] = STOP;
  for (const char of '"\'`()[]{},;=<>|') classes[char.charCodeAt(0)] = STOP;
  for (let code = 48; code <= 57; code++) classes[code] = DIGIT;
  for (const start of [65, 97]) {
    for (let at = 0; at < 26; at++) classes[start + at] = at < 6 ? LETTER | HEX_LETTER : LETTER;
  }
  return classes;
};

const CLASSES = table();

/** Units beyond ASCII are letters. NaN, which is read past the end, is a space. */
export const classOf = (code: number): number =>
  code < 128 ? (CLASSES[code] as number) : code >= 128 ? LETTER : SPACE;

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isWord = (code: number): boolean => (classOf(code) & (LETTER | DIGIT)) !== 0 || code === 95;

export const digitsEnd = (text: string, from: number, end: number): number => {
  let at = from;
  while (at < end && isDigit(text.charCodeAt(at))) at++;
  return at;
};

export const lettersEnd = (text: string, from: number, end: number): number => {
  let at = from;
  while (at < end && (classOf(text.charCodeAt(at)) & LETTER) !== 0) at++;
  return at;
};
