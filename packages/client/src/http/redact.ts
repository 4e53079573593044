import {isSecretName} from '@edge-console/schema/values';
import type {SafeHeaders} from './observer.ts';
import {createTraceTest} from './secret-traces.ts';

export interface Redact {
  /** Cuts the text to {@link MAX_TEXT}. Returns {@link REDACTED} for a text with a secret. */
  text(text: string): string;
  /** Redacts strings, keys and numbers of a JSON value, and cuts it to {@link MAX_JSON}. */
  json(value: unknown): unknown;
}

export const REDACTED = '[redacted: contains a secret]';
const CUT = '[cut]';
const MAX_TEXT = 4096;
/** `characters` is the number in all keys and strings together. */
const MAX_JSON = {levels: 20, values: 1000, characters: 16_384};

export const createRedact = (secrets: readonly string[]): Redact => {
  const hasTrace = createTraceTest(secrets);

  // The text is cut before it is searched for secrets, because cutting inside a word can leave a word that equals a
  // short secret.
  const redactText = (text: string): string => {
    const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
    return hasTrace(shown) ? REDACTED : shown;
  };

  const redactJson = (root: unknown): unknown => {
    const left = {...MAX_JSON};
    const isSpent = (): boolean => left.values <= 0 || left.characters <= 0;
    const spendText = (text: string): string => {
      const shown = redactText(text);
      left.characters -= shown.length;
      return shown;
    };
    const redactValue = (value: unknown, depth: number): unknown => {
      left.values--;
      if (typeof value === 'string') return spendText(value);
      if (typeof value === 'number') return hasTrace(String(value)) ? REDACTED : value;
      if (typeof value !== 'object' || value === null) return value;
      if (depth === left.levels) return CUT;
      if (Array.isArray(value)) {
        const items: unknown[] = [];
        for (const item of value) {
          if (isSpent()) return [...items, CUT];
          items.push(redactValue(item, depth + 1));
        }
        return items;
      }
      const fields = new Map<string, unknown>();
      for (const [name, field] of Object.entries(value)) {
        if (isSpent()) {
          fields.set(CUT, CUT);
          break;
        }
        const key = spendText(name);
        fields.set(fields.has(key) ? `${key} ${fields.size}` : key, redactValue(field, depth + 1));
      }
      return Object.fromEntries(fields);
    };
    return redactValue(root, 0);
  };

  return {text: redactText, json: redactJson};
};

/** `further` has the secrets of one call. */
export type RedactFor = (further: readonly string[]) => Redact;

/** Reuses the last {@link Redact} while the secrets are the same, because creating one takes longer than using it. */
export const createRedactFor = (held: () => readonly string[]): RedactFor => {
  let last: {readonly secrets: readonly string[]; readonly redact: Redact} | undefined;
  const redactFor = (further: readonly string[]): Redact => {
    const secrets = [...new Set([...held(), ...further])];
    const isSame =
      last?.secrets.length === secrets.length && secrets.every((secret, at) => secret === last?.secrets[at]);
    if (!last || !isSame) last = {secrets, redact: createRedact(secrets)};
    return last.redact;
  };
  // `redactFor` is called only when there is a text to redact, because most calls have no error and redact nothing.
  return further => ({text: text => redactFor(further).text(text), json: value => redactFor(further).json(value)});
};

export const bodySecrets = (body: unknown): string[] => {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? (isSecretName(name) ? [value] : []) : bodySecrets(value),
  );
};

export const safeHeaders = (headers: NodeJS.Dict<string | string[]>, redact: Redact): SafeHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      redact.text(name),
      isSecretName(name) ? '[secret]' : redact.text(String(value)),
    ]),
  );
