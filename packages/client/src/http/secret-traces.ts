/** A text with this many consecutive characters of a secret counts as containing the secret. */
const WINDOW = 8;
/** A secret with fewer characters is found only if it is the whole text. */
const SHORTEST_WORD = 4;
/** Depth of nested encodings, for example JSON in a form in JSON. */
const ROUNDS = 3;

/**
 * Returns a test of whether a text contains eight consecutive characters of a secret, plain or encoded, in upper or
 * lower case. Up to three nested encodings (JSON, percent, form, base64) are decoded. A secret of 4 to 7 characters is
 * found only as a whole word, a shorter one only as the whole text.
 */
export const createTraceTest = (secrets: readonly string[]): ((text: string) => boolean) => {
  const {windows, words} = indexOf(secrets);
  return text => {
    for (const view of decodings(text)) {
      const folded = fold(view);
      for (let end = WINDOW; end <= folded.length; end++) if (windows.has(folded.slice(end - WINDOW, end))) return true;
      if (words.some(word => (word.length < SHORTEST_WORD ? folded.trim() === word : hasWord(folded, word))))
        return true;
    }
    return false;
  };
};

const indexOf = (secrets: readonly string[]) => {
  const windows = new Set<string>();
  const words: string[] = [];
  for (const secret of secrets) {
    const folded = fold(secret);
    if (folded.length < WINDOW) {
      if (folded !== '') words.push(folded);
      continue;
    }
    for (const form of encodings(secret)) {
      const text = fold(form);
      for (let end = WINDOW; end <= text.length; end++) windows.add(text.slice(end - WINDOW, end));
    }
  }
  return {windows, words};
};

// `toLowerCase` alone would not make `ß` and `SS` equal.
const fold = (text: string): string => text.normalize().toUpperCase().toLowerCase();

const encodings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret.toWellFormed()),
  String(new URLSearchParams([['', secret]])).slice(1),
  ...[0, 1, 2].flatMap(offset => {
    const encoded = base64Inside(secret, offset);
    return [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_')];
  }),
];

/**
 * Base64 encodes 3 bytes at a time, so the encoding of a secret inside a longer text depends on the secret's byte
 * position modulo 3 (`offset`). Returns the base64 characters that depend only on the secret, not on bytes around it.
 */
const base64Inside = (secret: string, offset: number): string => {
  const bytes = Buffer.from(secret);
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '');
  const end = (offset + bytes.length) % 3 === 0 ? encoded.length : -1;
  return encoded.slice(offset === 0 ? 0 : offset + 1, end);
};

const decodings = (text: string): Set<string> => {
  const views = new Set([text]);
  for (let round = 0; round < ROUNDS; round++) {
    const size = views.size;
    for (const view of [...views]) for (const decode of DECODERS) views.add(decode(view));
    if (views.size === size) break;
  }
  return views;
};

const JSON_ESCAPES: Readonly<Record<string, string>> = {n: '\n', r: '\r', t: '\t', b: '\b', f: '\f'};

// JSON escapes, percent encoding, form encoding (`+` for a space) and base64.
const DECODERS: readonly ((text: string) => string)[] = [
  text =>
    text.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gisu, (_, hex: string | undefined, char: string) =>
      hex === undefined ? (JSON_ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  text => text.replaceAll(/(?:%[0-9a-f]{2})+/gi, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
  text => text.replaceAll('+', ' '),
  text => (text.match(/[\w+/-]{8,}/g) ?? []).map(decodeBase64).join('\n'),
];

/**
 * Also decodes from the second, third and fourth character on, because base64 encodes in groups of four characters and
 * a cut text may begin inside a group.
 */
const decodeBase64 = (run: string): string => {
  const cut = [1, 2, 3].flatMap(start => {
    const text = Buffer.from(run.slice(start), 'base64').toString('latin1');
    // Base64 that is decoded from a wrong start position becomes mostly unprintable characters, which are dropped.
    return text.match(/[\x20-\x7e]{8,}/g) ?? [];
  });
  return [Buffer.from(run, 'base64').toString(), ...cut].join('\n');
};

const hasWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const around = `${text.slice(0, at).slice(-1)}${text.slice(at + word.length, at + word.length + 1)}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
};
