import type {IncidentKind} from './kinds/index.ts';

/**
 * `upstream` has host and port, `lua` a file with or without line, `node` an id or name, `errno` a text such as `28: No
 * space left on device`, `pattern` a message without the fields that nginx appends.
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

/** A conspicuous event that is not the cause. */
export interface DecoyLabel {
  readonly what: string;
  /** Why the decoy is not the cause. */
  readonly why: string;
  readonly causes: readonly Cause[];
}

/** The true cause and extent of an incident. Times are Unix seconds. */
export interface IncidentLabel {
  readonly kind: IncidentKind;
  /** Time of the first entry, rounded down to a minute. In a silence, the time since which entries are missing. */
  readonly since: number;
  /** Exclusive end. Absent if the incident continues at the end of the range. */
  readonly until?: number;
  /** Number of entries of the incident. In a silence, the number of missing entries. */
  readonly entries: number;
  /**
   * Number of entries of the incident divided by the number of all entries in the range. For a silence, the share that
   * entries of the missing kind would have without the silence.
   */
  readonly share: number;
  /** Any one of these values is a correct answer. */
  readonly causes: readonly Cause[];
  readonly decoys: readonly DecoyLabel[];
}

const ALIASES: Readonly<Record<string, Cause['dimension']>> = {
  host: 'server',
  file: 'lua',
  node_id: 'node',
  app: 'application',
  dictionary: 'zone',
  app_id: 'application',
};

/** A template with fewer letters matches messages of other causes. */
const MIN_LETTERS = 10;

// nginx appends this field to messages of Lua timers. A template is compared with a message without this field, so the
// template may omit it.
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

// For a Lua file, `value` may have a folder before `wanted`: `/srv/lua/auth.lua` matches `auth.lua`.
const isValue = (own: string, value: string, wanted: string): boolean =>
  own === 'lua' ? value.endsWith(wanted) && /(?:^|\/)$/.test(value.slice(0, -wanted.length)) : value === wanted;

/**
 * Whether a cause that an analysis of the log reports matches one of the correct `causes`. For dimension `pattern`, the
 * reported value is a message template with `<*>`, which must match the message of a cause.
 */
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
