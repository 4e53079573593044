// PostgreSQL text cannot contain NUL, but log lines may. U+10FFFE is a noncharacter, so it does not occur in text.
const ESCAPE = '\u{10FFFE}';

/** Escapes NUL in a parameter. */
export const toPostgres = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toPostgres);
  if (typeof value !== 'string' || !(value.includes('\0') || value.includes(ESCAPE))) return value;
  return value.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`);
};

/** Reverses {@link toPostgres}. */
export const fromPostgres = (text: string): string =>
  text.includes(ESCAPE) ? text.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE) : text;
