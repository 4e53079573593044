import {WILD} from '../scan/masked.ts';
import {ERRNO, SITE} from '../scan/scanner.ts';
import {configuredAfter} from './configured.ts';

export type Slot = {
  readonly before: string;
  readonly after: string;
  readonly kind: number;
  readonly values: readonly string[];
};

type Namer = (slot: Slot) => string | undefined;

/** Nouns that name the value after them: `user "<*>"`, `signal <*>`. */
const NOUNS = new Set(
  'address bucket client code configuration context cpu domain event header host id key level line location method module name parameter peer pid pool port process queue request resolver responder route server service session signal site size status stream tenant token topic type uri url user variable version worker'.split(
    ' ',
  ),
);
const ALIASES: Readonly<Record<string, string>> = {
  err: 'reason',
  error: 'reason',
  msg: 'reason',
  message: 'reason',
  cause: 'reason',
  exception: 'reason',
  dict: 'dictionary',
  uid: 'id',
  uuid: 'id',
  elapsed: 'duration',
  took: 'duration',
  pid: 'process',
};

const named = (word: string): string => ALIASES[word] ?? word;

/** The first rule that returns a name applies. Each rule takes linear time. */
const RULES: readonly Namer[] = [
  ({kind}) => (kind === SITE ? 'source' : undefined),
  ({before}) => (/\(SSL: $/.test(before) ? 'reason' : undefined),
  ({kind}) => (kind === ERRNO ? 'errno' : undefined),
  ({before}) => configuredAfter(before),
  ({before, after}) => (before.endsWith('(a ') && after.startsWith(' value)') ? 'type' : undefined),
  ({before}) => (/\bmodule '$/.test(before) ? 'module' : undefined),
  ({before}) => (/\b(?:local|field|global|upvalue|method) '$/.test(before) ? 'variable' : undefined),
  ({before}) => (/\bin stderr: "$/.test(before) ? 'text' : undefined),
  ({after}) => (/^["'] (?:header|directive|event|variable|parameter)\b/.test(after) ? nounAfter(after) : undefined),
  ({before}) => (/\b(?:header line|previous value|header): ?"$/.test(before) ? 'header' : undefined),
  // In `key=<*>` and `"key"="<*>"`, the value is named after the key.
  ({before}) => {
    const label = /(?:^|[\s,;{["'(])([A-Za-z]\w{0,23})["']?=["']?$/.exec(before)?.[1];
    return label === undefined ? undefined : named(label.toLowerCase());
  },
  ({before}) => {
    const label = /(?:^|, |\) |> )([a-z][\w ]{0,23}): ?["']?$/.exec(before)?.[1];
    if (label === undefined || label.split(' ').length > 2) return undefined;
    return reasonWord(label) ? 'reason' : named(label);
  },
  ({values}) => shapeOf(values, 'address'),
  ({before}) => {
    const noun = /(?:^|[\s"'(])([a-z]{2,16}):? ["'#]?$/.exec(before)?.[1];
    return noun !== undefined && NOUNS.has(noun) ? named(noun) : undefined;
  },
  ({before, values}) => (/\breceived from $/.test(before) && allAre(values, NUMBER) ? 'process' : undefined),
  ({after, values}) => (allAre(values, NUMBER) ? unitName(after) : undefined),
  ({values}) => shapeOf(values),
  ({before}) => (/(?:^|[\w)]): $/.test(before) ? 'reason' : undefined),
  ({before, after}) => (after.startsWith(' could not be resolved') || /\bfor $/.test(before) ? 'name' : undefined),
];

const nounAfter = (after: string): string | undefined => /^["'] (\w+)/.exec(after)?.[1];

const reasonWord = (label: string): boolean =>
  /\b(?:failed|rejected|denied|reason|error|exception|aborted)$/.test(label);

const NUMBER = /^[+-]?[\d.,]+$/;
const MAX_SHAPED = 200;
const allAre = (values: readonly string[], shape: RegExp): boolean =>
  values.length > 0 && values.every(value => shape.test(value.slice(0, MAX_SHAPED)));

const unitName = (after: string): string => {
  if (/^ ?(?:bytes?|[kMG]i?B)\b/.test(after)) return 'bytes';
  if (/^ ?(?:ms|s|us|ns|seconds?|sec|minutes?|min|hours?|days?)\b/.test(after)) return 'duration';
  if (/^ ?%/.test(after)) return 'percent';
  return /^ (?!is\b|was\b|has\b|does\b)[a-z_]+s\b/.test(after) ? 'count' : 'number';
};

/** A `<*>` gets the first name whose shape matches all its values. */
const SHAPES: readonly (readonly [name: string, shape: RegExp])[] = [
  ['source', /\.lua:\d+$/],
  ['errno', /^\d{1,4}: \S/],
  ['url', /^[a-z][a-z\d+.-]{1,15}:\/\//],
  [
    'address',
    /^(?:unix:\S|\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$|\[[\da-f:.%]{2,45}\](?::\d{1,5})?$|(?=.*::|(?:.*:){7})[\da-f:.]{2,45}(?:%\w{1,16})?$)/i,
  ],
  ['time', /^\d{1,2}:\d\d(?::\d\d)?$/],
  ['request', /^[A-Z]{3,9} \S.*HTTP\//],
  ['file', /^\.{0,2}\/.*:\d+$/],
  ['path', /^(?:~|\.{0,2})\/|^[A-Za-z]:[\\/]/],
  ['json', /^[{[]/],
  ['id', /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=.*\d)[\da-f]{8,64}|0x[\da-f]+)$/i],
  ['host', /^[a-z\d*](?:[a-z\d*-]*\.)+[a-z][a-z\d-]*\.?$/i],
  ['method', /^(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|CONNECT|TRACE)$/],
  ['version', /^\d+(?:\.\d+){2,}$/],
  ['statement', /^(?:SELECT|INSERT|REPLACE|DELETE|UPDATE)\s/],
];

const shapeOf = (values: readonly string[], only?: string): string | undefined =>
  SHAPES.find(([name, shape]) => (only === undefined || name === only) && allAre(values, shape))?.[0];

/** Names each `<*>`, such as `zone` or `count`. Undefined if unknown. Names may change when values are added. */
export const slotNames = (
  template: string,
  slots: readonly Pick<Slot, 'kind' | 'values'>[],
): readonly (string | undefined)[] => {
  const texts = template.split(WILD);
  const seen = new Map<string, number>();
  return slots.map(({kind, values}, at) => {
    // The text between adjacent `<*>` is only a space, so the words before the first `<*>` do not name the second one.
    const slot = {before: texts[at] ?? '', after: texts[at + 1] ?? '', kind, values};
    const name = RULES.values()
      .map(rule => rule(slot))
      .find(found => found !== undefined);
    if (name === undefined) return undefined;
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name} ${before + 1}`;
  });
};
