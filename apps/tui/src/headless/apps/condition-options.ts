import type {Command} from '@commander-js/extra-typings';
import type {Condition} from '../../core/condition.ts';
import {notOneOf} from '../../logs/fields.ts';
import {syntax, testableFields} from '../../screens/applications/conditions/application-fields.ts';
import {CommandError} from '../exit.ts';
import {conditionOption} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {readAgentNames} from './agent-commands.ts';

const FIELD_NAMES = testableFields.map(([name]) => name).join(', ');
const KEEP_TEXT = `only applications that match a text, a "quoted text", a /regex/ or field:value; repeatable; fields: ${FIELD_NAMES}`;

/** The states `stale` and `gone` need an earlier response, so only the Applications tab has them. */
const STATES: readonly string[] = ['online', 'offline'];

export const withConditions = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>) =>
  command
    .addOption(conditionOption('keep', KEEP_TEXT, syntax.parse))
    .addOption(conditionOption('drop', 'no applications that match; repeatable', syntax.parse));

export const knownOnScreenOnly = (option: string): CommandError =>
  new CommandError(
    'usage',
    `${option}: changes since the last visit are known on screen only; ` +
      'leave it out here, or use it in the Applications tab (edge-console --tab applications)',
  );

export const testOf = async (conditions: readonly Condition[], host: Host) => {
  for (const {verb, text} of conditions) {
    const warning = syntax.unknownField(text);
    if (warning !== undefined) void host.err.write(`--${verb} ${text}: ${warning}. Fields: ${FIELD_NAMES}.\n`);
  }
  const named = conditions.flatMap(({verb, text}) => {
    const expression = syntax.parse(text);
    return typeof expression !== 'string' && expression.kind === 'field' ? {...expression, verb, text} : [];
  });
  const ofChange = named.find(({field}) => field === 'change');
  if (ofChange !== undefined) throw knownOnScreenOnly(`--${ofChange.verb} ${ofChange.text}`);
  const unknown = named.find(({field, value}) => field === 'state' && !STATES.includes(value));
  if (unknown !== undefined)
    throw new CommandError('usage', `state:${unknown.value}: ${notOneOf(STATES, unknown.value)}`);
  const {applicationTest} = await import('../../screens/applications/conditions/application-conditions.ts');
  applicationTest(conditions);
  const names = named.some(({field}) => field === 'agent') ? await readAgentNames(host) : [];
  return applicationTest(conditions, agent => names.flatMap(({id, name}) => (id === agent ? [name] : [])));
};
