const REDACTED = '[redacted]';
// The forms of every secret of the interface: a UUID, 32 hex characters and more (field fact 5).
const SECRET_FORM = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32,}/gi;
// Most texts are shorter, and need no search.
const SHORTEST_SECRET = 32;
const SECRET_NAME = /token|password|secret|session|auth|credential|key/i;

/** Text without anything that looks like a secret, and without the `known` ones. */
export const redactText = (text: string, known: readonly string[] = []): string => {
  let left = text.length < SHORTEST_SECRET ? text : text.replaceAll(SECRET_FORM, REDACTED);
  for (const secret of known) if (left.includes(secret)) left = left.replaceAll(secret, REDACTED);
  return left;
};

/** A query without the values of parameters that are named like secrets or look like them. */
export const redactQuery = (
  query: Readonly<Record<string, unknown>>,
  known: readonly string[] = [],
): Readonly<Record<string, string>> => {
  // A loop: this is done to every request.
  const left: Record<string, string> = {};
  for (const name of Object.keys(query)) {
    left[redactText(name, known)] = SECRET_NAME.test(name) ? REDACTED : redactText(String(query[name]), known);
  }
  return left;
};
