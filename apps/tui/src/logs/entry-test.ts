import type {ErrorLogEntry} from '@edge-console/schema';
import {dimensionsOf, pathOf} from '../explore/measures/dimensions.ts';
import {templateTest} from '../explore/template.ts';
import {matches, parseSearch} from '../list/rows/search.ts';
import {parseNginx} from '../text/nginx.ts';
import {
  type Condition,
  ConditionError,
  type ConditionField,
  type LevelComparison,
  readExpression,
  readLevel,
} from './conditions.ts';
import {messageLine, requestIdsOf} from './entry-values.ts';
import {inRange, type LogFilter} from './filter.ts';

export type EntryTest = (entry: ErrorLogEntry) => boolean;

/** Returns a test of the time range and the conditions of a filter. Throws a ConditionError for an invalid condition. */
export const entryTest = ({range, conditions = []}: LogFilter): EntryTest => {
  const tests = conditions.map(conditionTest);
  return entry => inRange(entry, range) && tests.every(test => test(entry));
};

/** Returns a test of one condition, which takes linear time. Throws a ConditionError for an invalid condition. */
export const conditionTest = ({verb, text}: Condition): EntryTest => {
  const isMatch = expressionTest(text);
  return verb === 'keep' ? isMatch : entry => !isMatch(entry);
};

/** Returns why a condition is invalid. Undefined if it is valid. */
export const conditionProblem = (condition: Condition): string | undefined => {
  try {
    conditionTest(condition);
    return undefined;
  } catch (error) {
    if (error instanceof ConditionError) return error.message;
    throw error;
  }
};

const expressionTest = (text: string): EntryTest => {
  const expression = readExpression(text);
  if (typeof expression === 'string') throw new ConditionError(`${text}: ${expression}`);
  switch (expression.kind) {
    case 'text':
      return containsTest(expression.text);
    case 'regex': {
      const search = parseSearch(expression.text.replace(/^!/, String.raw`\x21`));
      if (typeof search === 'string') throw new ConditionError(`/${expression.text}/: ${search}`);
      return ({log}) => matches(search, log);
    }
    case 'field':
      return FIELD_TESTS[expression.field](expression.value);
    default:
      return expression satisfies never;
  }
};

/** A text in lower case ignores case, as a search does. */
const containsTest = (text: string): EntryTest =>
  text === text.toLowerCase() ? ({log}) => log.toLowerCase().includes(text) : ({log}) => log.includes(text);

const equals = (value: string): ((text: string | undefined) => boolean) =>
  value === value.toLowerCase() ? text => text?.toLowerCase() === value : text => text === value;

/** Creates the test of a field whose values are those of the facets: names of hosts, in which case does not matter. */
const valueTest =
  (read: (values: ReturnType<typeof dimensionsOf>) => string | undefined) =>
  (value: string): EntryTest => {
    const isValue = equals(value);
    return entry => isValue(read(dimensionsOf(entry)));
  };

const FIELD_TESTS: Readonly<Record<ConditionField, (value: string) => EntryTest>> = {
  level(value) {
    const wanted = readLevel(value);
    if (wanted === undefined)
      throw new ConditionError(`level:${value}: there is no level ${value.replace(/^[<>=]+/, '')}`);
    const compare = COMPARE[wanted.comparison];
    return ({level}) => level !== undefined && compare(level, wanted.level);
  },
  server: valueTest(({server}) => server),
  upstream: valueTest(({upstream}) => upstream),
  // Case distinguishes paths and files, as in the facets.
  request: value => entry => dimensionsOf(entry).request === value,
  client: valueTest(({client}) => client),
  host(value) {
    const isValue = equals(value);
    return ({log}) => isValue(parseNginx(log)?.fields.host);
  },
  path(value) {
    const isValue = equals(value);
    return ({log}) => {
      const request = parseNginx(log)?.fields.request;
      return request !== undefined && isValue(pathOf(request));
    };
  },
  errno(value) {
    const isValue = equals(value);
    return entry => {
      const {errno} = dimensionsOf(entry);
      return errno !== undefined && (isValue(errno) || errno.startsWith(`${value}:`));
    };
  },
  req: value => entry => requestIdsOf(entry).includes(value),
  file: value => entry => {
    const {lua} = dimensionsOf(entry);
    return lua === value || lua?.replace(/:\d+$/, '') === value;
  },
  zone: valueTest(({zone}) => zone),
  dictionary: valueTest(({dictionary}) => dictionary),
  group: valueTest(({group}) => group),
  certificate: valueTest(({certificate}) => certificate),
  pattern(value) {
    const isOf = templateTest(value);
    return entry => isOf(messageLine(entry));
  },
};

/** `<` means less severe, so a higher number (docs/contract.md#error-logs). */
const COMPARE: Readonly<Record<LevelComparison, (level: number, than: number) => boolean>> = {
  '=': (level, than) => level === than,
  '<': (level, than) => level > than,
  '<=': (level, than) => level >= than,
  '>': (level, than) => level < than,
  '>=': (level, than) => level <= than,
};
