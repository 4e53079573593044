import type {ErrorLogEntry} from '@edge-console/schema';
import {type Condition, ConditionError, conditionErrorOf, containsTest, equalsTest} from '../../core/condition.ts';
import type {ConditionLanguage} from '../../list/conditions/condition-commands.ts';
import {expressionSearch, matches} from '../../list/rows/search.ts';
import {luaFileName, parseNginx} from '../../text/nginx.ts';
import {dimensionsOf, pathOf} from '../dimensions.ts';
import {inRange, type LogFilter} from '../filter.ts';
import {longestWord, templateTest} from '../template.ts';
import {type ConditionField, type LevelComparison, readExpression, readLevel, syntax} from './entry-condition.ts';
import {messageLine, requestIdsOf} from './entry-values.ts';
import {effectWords, gatewayFields} from './scope.ts';

export type EntryTest = (entry: ErrorLogEntry) => boolean;

/** Throws a ConditionError for an invalid condition. */
export const entryTest = ({range, conditions = []}: LogFilter): EntryTest => {
  const valuesOf = createValues();
  const tests = conditions.map(condition => conditionTest(condition, valuesOf));
  return entry => inRange(entry, range) && tests.every(test => test(entry));
};

/** Returns a test that takes linear time. Throws a ConditionError for an invalid condition. */
export const conditionTest = ({verb, text}: Condition, valuesOf = createValues()): EntryTest => {
  const isMatch = expressionTest(text, valuesOf);
  return verb === 'keep' ? isMatch : entry => !isMatch(entry);
};

/** Returns why neither the gateway nor the console can test a condition. */
export const inputProblem = (condition: Condition): string | undefined => {
  const read = readExpression(condition.text);
  if (typeof read === 'string') return read;
  return gatewayFields({}, condition) === undefined ? conditionProblem(condition) : undefined;
};

export const conditionProblem = (condition: Condition): string | undefined =>
  conditionErrorOf(() => conditionTest(condition));

export const entryLanguage: ConditionLanguage = {syntax, problem: inputProblem, effect: effectWords};

type Values = ReturnType<typeof dimensionsOf>;
type ValuesOf = (entry: ErrorLogEntry) => Values;

/** Caches the last result, because several conditions test the same entry. */
const createValues = (): ValuesOf => {
  let last: ErrorLogEntry | undefined;
  let values: Values = {};
  return entry => {
    if (entry !== last) values = dimensionsOf(entry);
    last = entry;
    return values;
  };
};

const expressionTest = (text: string, valuesOf: ValuesOf): EntryTest => {
  const expression = readExpression(text);
  if (typeof expression === 'string') throw new ConditionError(`${text}: ${expression}`);
  switch (expression.kind) {
    case 'text': {
      const isIn = containsTest(expression.text);
      return ({log}) => isIn(log);
    }
    case 'regex': {
      const search = expressionSearch(expression.text);
      return ({log}) => matches(search, log);
    }
    case 'gateway':
      throw new ConditionError(
        `${text}: only the gateway knows the ${expression.label} of an entry, and cannot drop one`,
      );
    case 'field':
      return FIELD_TESTS[expression.field](expression.value, valuesOf);
    default:
      return expression satisfies never;
  }
};

/** If `value` has no port, it matches the host on any port. */
const equalsHost = (value: string): ((text: string | undefined) => boolean) => {
  const isValue = equalsTest(value);
  return text => isValue(text) || isValue(text?.replace(/:\d+$/, ''));
};

/** Ignores case, because host names are not case-sensitive. */
const valueTest =
  (read: (values: Values) => string | undefined, toTest = equalsTest) =>
  (value: string, valuesOf: ValuesOf): EntryTest => {
    const isValue = toTest(value);
    // Most lines do not contain the value, and searching a line takes less time than parsing it.
    const isIn = containsTest(value);
    return entry => isIn(entry.log) && isValue(read(valuesOf(entry)));
  };

const exactTest =
  (read: (values: Values) => string | undefined) =>
  (value: string, valuesOf: ValuesOf): EntryTest =>
  entry =>
    read(valuesOf(entry)) === value;

const FIELD_TESTS: Readonly<Record<ConditionField, (value: string, valuesOf: ValuesOf) => EntryTest>> = {
  level(value) {
    const wanted = readLevel(value);
    if (wanted === undefined)
      throw new ConditionError(`level:${value}: there is no level ${value.replace(/^[<>=]+/, '')}`);
    const compare = COMPARE[wanted.comparison];
    return ({level}) => level !== undefined && compare(level, wanted.level);
  },
  server: valueTest(({server}) => server),
  upstream: valueTest(({upstream}) => upstream, equalsHost),
  request: exactTest(({request}) => request),
  client: valueTest(({client}) => client),
  host(value) {
    const isValue = equalsTest(value);
    return ({log}) => isValue(parseNginx(log)?.fields.host);
  },
  path(value) {
    const isValue = equalsTest(value);
    return ({log}) => {
      const request = parseNginx(log)?.fields.request;
      return request !== undefined && isValue(pathOf(request));
    };
  },
  errno(value, valuesOf) {
    const isValue = equalsTest(value);
    return entry => {
      const {errno} = valuesOf(entry);
      return errno !== undefined && (isValue(errno) || errno.startsWith(`${value}:`));
    };
  },
  req: value => entry => requestIdsOf(entry).includes(value),
  file(value, valuesOf) {
    const wanted = luaFileName(value);
    return entry => {
      const {lua} = valuesOf(entry);
      return lua === wanted || lua?.replace(/:\d+$/, '') === wanted;
    };
  },
  zone: exactTest(({zone}) => zone),
  dictionary: exactTest(({dictionary}) => dictionary),
  group: exactTest(({group}) => group),
  certificate: exactTest(({certificate}) => certificate),
  pattern(value) {
    const isOf = templateTest(value);
    // Searching for the longest word takes little time and rejects most lines. An `/expression/` has no such word.
    const longest = /^\/.+\/$/.test(value) ? '' : longestWord(value);
    return entry => {
      if (!entry.log.includes(longest)) return false;
      const line = messageLine(entry);
      return line === value || isOf(line);
    };
  },
};

/** Less severe levels have higher numbers (docs/contract.md#error-logs). */
const COMPARE: Readonly<Record<LevelComparison, (level: number, than: number) => boolean>> = {
  '=': (level, than) => level === than,
  '<': (level, than) => level > than,
  '<=': (level, than) => level >= than,
  '>': (level, than) => level < than,
  '>=': (level, than) => level <= than,
};
