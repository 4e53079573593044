import {isSecretName as isSecret} from '@edge-console/schema/values';

export const REDACTED = '[redacted]';
// A UUID, or 32 or more hex characters (docs/field-facts.md#5).
const SECRET_FORMAT = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32,}/gi;

export const isSecretName = (name: string): boolean => isSecret(percentDecode(name));

// Without the lookbehind, a search in a long name would take quadratic time.
const ASSIGNMENT = /(?<![\w.-])([\w.-]+)=("[^"]*"|'[^']*'|[^\s&;]+)/g;
const PERCENT_ESCAPE = /%([0-7][0-9a-f])/gi;

// A secret of up to 3 characters is not replaced, because the same characters often occur in other words. A substring
// of REDACTED is not replaced, because the replacement would garble every `[redacted]` in the text.
const isReplaceable = (known: string): boolean => known.length > 3 && !REDACTED.includes(known);

/**
 * Replaces secrets, plain or percent-encoded: text in the format of a token or session, `name=value` with a secret
 * name, user and password in a URL, and the values in `known`.
 */
export const redactText = (text: string, known: readonly string[] = []): string => {
  const plain = redactPlain(text, known);
  const decoded = percentDecode(plain);
  const redacted = redactPlain(decoded, known);
  return redacted === decoded ? plain : redacted;
};

const redactPlain = (text: string, known: readonly string[]): string => {
  const result = text
    .replaceAll(SECRET_FORMAT, REDACTED)
    .replaceAll(/\S+/g, redactUserInfo)
    .replaceAll(ASSIGNMENT, redactAssignment);
  return known.filter(isReplaceable).reduce((line, secret) => line.replaceAll(secret, REDACTED), result);
};

/** The password ends at the last `@`, because an unescaped password may contain `/` and `@`. */
const redactUserInfo = (word: string): string => {
  const at = word.lastIndexOf('@');
  const from = at < 0 ? -1 : word.slice(0, at).search(/\/\/[^/]*(?::|$)/);
  return from < 0 ? word : `${word.slice(0, from)}//${REDACTED}${word.slice(at)}`;
};

const redactAssignment = (match: string, name: string): string => (isSecretName(name) ? `${name}=${REDACTED}` : match);

// A secret may be percent-encoded several times, for example in a URL that is a parameter of another URL.
const MAX_ENCODINGS = 4;

const percentDecode = (text: string): string => {
  let result = text;
  for (let times = 0; times < MAX_ENCODINGS && result.includes('%'); times += 1) {
    result = result.replaceAll(PERCENT_ESCAPE, (_match, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
  return result;
};

/**
 * Replaces the whole value if {@link isSecretName} accepts its name. In names and all other values, replaces the
 * secrets that {@link redactText} finds.
 */
export const redactValues = (
  values: Readonly<Record<string, unknown>>,
  known: readonly string[] = [],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      redactText(name, known),
      isSecretName(name) ? REDACTED : redactText(String(value), known),
    ]),
  );
