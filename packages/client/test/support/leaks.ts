import {inspect} from 'node:util';

/**
 * Returns all texts of a value: inspect with hidden fields, JSON, String, a structured clone, and own fields
 * recursively.
 */
const textsOf = (value: unknown, seen = new Set<unknown>()): string[] => {
  if (typeof value === 'string') return [value];
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return [];
  seen.add(value);
  const fields = Reflect.ownKeys(value).flatMap(key => [
    ...(typeof key === 'string' ? [key] : []),
    Object.getOwnPropertyDescriptor(value, key)?.value,
  ]);
  return [
    inspect(value, {depth: Number.POSITIVE_INFINITY, showHidden: true, maxStringLength: null}),
    JSON.stringify(value) ?? '',
    typeof value === 'object' && 'toString' in value ? String(value) : '',
    ...(value instanceof Error ? [inspect(structuredClone(value), {showHidden: true}), value.stack ?? ''] : []),
    ...fields.flatMap(field => textsOf(field, seen)),
  ];
};

export const leaksIn = (value: unknown, secrets: readonly string[]): string[] =>
  textsOf(value).flatMap(text =>
    secrets.flatMap(secret => {
      const at = text.indexOf(secret);
      return at === -1 ? [] : [text.slice(Math.max(0, at - 60), at + 30)];
    }),
  );

/**
 * Returns texts of a value that contain eight consecutive characters of a secret: in any case, as base64 at any offset,
 * or after up to three decodings of JSON, percent and form escapes.
 */
export const tracesIn = (value: unknown, secrets: readonly string[]): string[] => {
  const known = new Set(secrets.flatMap(secret => [secret, ...alignments(secret)]).flatMap(windows));
  return [...new Set(textsOf(value))].filter(text =>
    [...decodings(text)].some(form => windows(form).some(at => known.has(at))),
  );
};

const windows = (text: string): string[] => {
  const lower = text.toLowerCase();
  return Array.from({length: Math.max(0, lower.length - 7)}, (_, at) => lower.slice(at, at + 8));
};

// Omits the characters at both ends, which depend on the neighbouring bytes.
const alignments = (secret: string): string[] =>
  [0, 1, 2].flatMap(offset => {
    const form = Buffer.from('-'.repeat(offset) + secret)
      .toString('base64')
      .replace(/.?=+$/, '');
    const inner = form.slice(offset === 0 ? 0 : offset + 1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });

const decodings = (text: string): Set<string> => {
  const forms = new Set([text]);
  for (let round = 0; round < 3; round++) {
    for (const form of [...forms]) {
      forms.add(jsonDecoded(form));
      forms.add(percentDecoded(form));
      if (form.includes('%')) forms.add(percentDecoded(form.replaceAll('+', ' ')));
    }
  }
  return forms;
};

const jsonDecoded = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})|\\(.)/gi, (_, hex, plain) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : plain,
  );

const percentDecoded = (text: string): string =>
  text.replaceAll(/(%[0-9a-f]{2})+/gi, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
