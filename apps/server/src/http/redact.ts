const REDACTED = '[redacted]';
// The forms of every secret of the interface: a UUID, 32 hex characters and more (field fact 5).
const SECRET_FORM = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32,}/gi;
// Most texts are shorter and plainer, and need no search.
const SHORTEST_SECRET = 32;
// What is known is what the caller sent: shorter ones would hide little and let the text grow, and those that are part of
// what stands for them would do so without end.
const isHideable = (known: string): boolean => known.length > 3 && !REDACTED.includes(known);
const NOT_PLAIN = /[=@%]/;
const SECRET_NAME =
  /token|passw|passphrase|pwd|secret|session|auth|credential|key|signature|(?:^|[_.-])(?:pass|pw|sig)$|^code$/i;
// Begins where a name does, so that a long text is searched once.
const ASSIGNMENT = /(?<![\w.-])([\w.-]+)=("[^"]*"|'[^']*'|[^\s&;]+)/g;
const ESCAPED = /%([0-7][0-9a-f])/gi;

/** Text without anything that looks like a secret, percent-encoded or not, and without the `known` ones. */
export const redactText = (text: string, known: readonly string[] = []): string => {
  let left = text;
  if (text.length >= SHORTEST_SECRET || NOT_PLAIN.test(text)) {
    left = searched(text, known);
    if (left.includes('%')) {
      const plain = unescaped(left);
      const safe = searched(plain, known);
      if (safe !== plain) left = safe;
    }
  }
  return without(left, known);
};

const searched = (text: string, known: readonly string[]): string => {
  let left = text.replaceAll(SECRET_FORM, REDACTED);
  if (left.includes('@')) left = left.replaceAll(/\S+/g, withoutUser);
  if (left.includes('=')) left = left.replaceAll(ASSIGNMENT, withoutValue);
  return without(left, known);
};

const without = (text: string, known: readonly string[]): string => {
  let left = text;
  for (const secret of known) {
    if (isHideable(secret) && left.includes(secret)) left = left.replaceAll(secret, REDACTED);
  }
  return left;
};

// `http://ann:secret@host/`: a password may hold a slash or an @ by mistake.
const withoutUser = (word: string): string => {
  const at = word.lastIndexOf('@');
  const from = at < 0 ? -1 : word.slice(0, at).search(/\/\/[^/]*(?::|$)/);
  return from < 0 ? word : `${word.slice(0, from)}//${REDACTED}${word.slice(at)}`;
};

const withoutValue = (all: string, name: string): string => (SECRET_NAME.test(name) ? `${name}=${REDACTED}` : all);

// Encoded twice, as where a URL is a parameter of another.
const unescaped = (text: string): string => {
  const once = (from: string) =>
    from.replaceAll(ESCAPED, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return once(once(text));
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
