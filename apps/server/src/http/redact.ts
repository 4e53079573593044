const REDACTED = '[redacted]';
// The forms of every secret of the interface: a UUID, 32 hex characters and more (field fact 5).
const SECRET_FORM = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32,}/gi;
// Most texts are shorter, and need no search.
const SHORTEST_SECRET = 32;
const SECRET_NAME = /token|password|secret|session|auth|credential|key/i;

/** Text without anything that looks like a secret, and without the `known` ones. */
export const redactText = (text: string, known: readonly string[] = []): string =>
  known.reduce(
    (left, secret) => left.replaceAll(secret, REDACTED),
    text.length < SHORTEST_SECRET ? text : text.replaceAll(SECRET_FORM, REDACTED),
  );

/** A query without the values of parameters that are named like secrets or look like them. */
export const redactQuery = (
  query: Readonly<Record<string, unknown>>,
  known: readonly string[] = [],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      redactText(name, known),
      SECRET_NAME.test(name) ? REDACTED : redactText(String(value), known),
    ]),
  );
