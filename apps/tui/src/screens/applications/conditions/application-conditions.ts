import type {Application} from '@edge-console/schema';
import {type Condition, ConditionError, conditionErrorOf, containsTest, equalsTest} from '../../../core/condition.ts';
import {expressionSearch, matchesAny} from '../../../list/rows/search.ts';
import {notOneOf} from '../../../logs/fields.ts';
import type {ApplicationRow} from '../applications.ts';
import {type ApplicationField, syntax} from './application-fields.ts';

/** Only rows of the Applications tab have `agent`, `staleSince` and `change`. */
type Tested = Application & Partial<Pick<ApplicationRow, 'agent' | 'staleSince' | 'change'>>;

type AgentNames = (agent: string) => readonly string[];

const listed = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

const stateValues = ({online, staleSince, change}: Tested): readonly string[] => {
  if (change?.kind === 'gone') return ['gone'];
  return [...listed(online).map(is => (is ? 'online' : 'offline')), ...listed(staleSince).map(() => 'stale')];
};

const VALUES: Readonly<Record<ApplicationField, (row: Tested, namesOf: AgentNames) => readonly string[]>> = {
  name: ({name}) => [name],
  id: ({id}) => [String(id)],
  state: stateValues,
  agent: ({agent}, namesOf) => listed(agent).flatMap(id => [id, ...namesOf(id)]),
  pid: ({processes = []}) => processes.map(({pid}) => String(pid)),
  port: ({ports = []}) => ports.flatMap(address => [address.slice(address.lastIndexOf(':') + 1), address]),
  version: ({version = {}}) => Object.entries(version).flatMap(([name, value]) => [`${name} ${value}`, value]),
  command: ({cmd_line}) => listed(cmd_line),
  exe: ({exe}) => listed(exe),
  directory: ({cwd}) => listed(cwd),
  change: ({change}) => (change === undefined ? [] : [change.kind, ...change.fields.map(({field}) => field)]),
};

const POSSIBLE: Partial<Readonly<Record<ApplicationField, readonly string[]>>> = {
  state: ['online', 'offline', 'stale', 'gone'],
  change: ['new', 'gone', 'changed', 'state', 'version', 'processes'],
};

const textsOf = (row: Tested): readonly string[] =>
  (['name', 'command', 'port', 'version', 'exe', 'directory'] as const).flatMap(field => VALUES[field](row, () => []));

/** Throws a ConditionError for an invalid condition. */
export const applicationTest = (
  conditions: readonly Condition[],
  namesOf: AgentNames = () => [],
): ((row: Tested) => boolean) => {
  const tests = conditions.map(({verb, text}) => {
    const isMatch = expressionTest(text, namesOf);
    return verb === 'keep' ? isMatch : (row: Tested) => !isMatch(row);
  });
  return row => tests.every(test => test(row));
};

const expressionTest = (text: string, namesOf: AgentNames): ((row: Tested) => boolean) => {
  const expression = syntax.parse(text);
  if (typeof expression === 'string') throw new ConditionError(`${text}: ${expression}`);
  if (expression.kind === 'text') {
    const isIn = containsTest(expression.text);
    return row => textsOf(row).some(isIn);
  }
  if (expression.kind === 'regex') {
    const search = expressionSearch(expression.text);
    return row => matchesAny(search, textsOf(row));
  }
  const {value} = expression;
  const field = expression.field as ApplicationField;
  const possible = POSSIBLE[field];
  if (possible?.includes(value) === false) throw new ConditionError(`${text}: ${notOneOf(possible, value)}`);
  const isValue = field === 'command' ? containsTest(value) : equalsTest(value);
  return row => VALUES[field](row, namesOf).some(isValue);
};

export const conditionProblem = (condition: Condition): string | undefined =>
  conditionErrorOf(() => applicationTest([condition]));

export const effectWords = ({verb, text}: Condition): string => {
  const expression = syntax.parse(text);
  if (typeof expression === 'string') return expression;
  if (expression.kind === 'field') {
    const {field, value} = expression;
    return `${verb}s applications ${field === 'command' ? 'with a command that contains' : `whose ${field} is`} ${value}`;
  }
  const [what, quote] = expression.kind === 'text' ? ['contain', '"'] : ['match', '/'];
  return `${verb}s applications that ${what} ${quote}${expression.text}${quote}`;
};

export const offeredValues = (row: Tested): ReadonlyMap<ApplicationField, string> => {
  const fields = ['name', 'state', 'agent', 'version', 'port', 'pid', 'exe', 'directory', 'command', 'change'] as const;
  return new Map(
    fields.flatMap(field => {
      const value = VALUES[field](row, () => []).at(0);
      return value === undefined || value.trim() === '' ? [] : [[field, value]];
    }),
  );
};
