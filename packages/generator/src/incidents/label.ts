export type IncidentKind =
  | 'bad-upstream'
  | 'bad-deploy'
  | 'abusive-client'
  | 'expired-certificate'
  | 'one-node'
  | 'reload-storm'
  | 'dns-down'
  | 'slow-dependency'
  | 'shared-memory'
  | 'disk-full'
  | 'virtual-host'
  | 'silence';

/**
 * A value that names a cause. The value of `upstream` is host and port, of `lua` a file with or without its line, of
 * `node` the id or the name, of `errno` a text such as `28: No space left on device`. The value of `pattern` is a
 * message as it was written, without the fields that nginx appends.
 */
export interface Cause {
  readonly dimension:
    | 'upstream'
    | 'server'
    | 'client'
    | 'node'
    | 'application'
    | 'errno'
    | 'lua'
    | 'zone'
    | 'resolver'
    | 'configuration'
    | 'pattern';
  readonly value: string;
}

/** Something conspicuous that is not the cause. */
export interface DecoyLabel {
  readonly what: string;
  /** Why it is not the cause. */
  readonly why: string;
  readonly causes: readonly Cause[];
}

/** What is true of a generated incident. Times are Unix seconds. */
export interface IncidentLabel {
  readonly kind: IncidentKind;
  /** Time of the first entry, rounded down to a minute. In a silence, the time from which entries are missing. */
  readonly since: number;
  /** End, exclusive. Absent if the incident goes on at the end of the range. */
  readonly until?: number;
  /** Number of entries of the incident; in a silence, the number that is missing, on average. */
  readonly entries: number;
  /** Share of the entries in the range; in a silence, the share that what is silent has on other days. */
  readonly share: number;
  /** Each of these values names the cause. */
  readonly causes: readonly Cause[];
  readonly decoys: readonly DecoyLabel[];
}

// Other names of the same dimension.
const ALIASES: Readonly<Record<string, Cause['dimension']>> = {
  host: 'server',
  file: 'lua',
  node_id: 'node',
  app: 'application',
  dictionary: 'zone',
  app_id: 'application',
};

/** A template with fewer letters outside `<*>` fits too many messages to name one. */
const MIN_LETTERS = 10;

// Some readers of log lines cut it off.
const CONTEXT = /, context: ngx\.timer$/;

const templateFits = (template: string, message: string): boolean => {
  const parts = template
    .trim()
    .replace(CONTEXT, '')
    .split(/\s*<\*>\s*/);
  if (parts.join('').replaceAll(/\P{L}/gu, '').length < MIN_LETTERS) return false;
  const source = parts.map(part => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('.*?');
  return new RegExp(`^${source}$`, 's').test(message.replace(CONTEXT, ''));
};

// A Lua file may have its folder.
const isValue = (own: string, value: string, wanted: string): boolean =>
  own === 'lua' ? value.endsWith(wanted) && /(?:^|\/)$/.test(value.slice(0, -wanted.length)) : value === wanted;

/** Tests whether a value of a dimension names one of the causes. The value of `pattern` is a template with `<*>`. */
export const namesCause = (
  {dimension, value}: {readonly dimension: string; readonly value: string},
  causes: readonly Cause[],
): boolean => {
  const own = ALIASES[dimension] ?? dimension;
  return causes.some(
    cause =>
      cause.dimension === own &&
      (own === 'pattern' ? templateFits(value, cause.value) : isValue(own, value, cause.value)),
  );
};
