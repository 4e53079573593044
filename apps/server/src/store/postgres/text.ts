// PostgreSQL's text has no NUL, and log lines may. U+10FFFE is no character, so that nobody misses it.
const ESCAPE = '\u{10FFFE}';

/** A parameter as PostgreSQL can keep it. Most are given back as they are. */
export const toPostgres = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toPostgres);
  if (typeof value !== 'string' || !(value.includes('\0') || value.includes(ESCAPE))) return value;
  return value.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`);
};

/** Text as it was before {@link toPostgres}. */
export const fromPostgres = (text: string): string =>
  text.includes(ESCAPE) ? text.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE) : text;
