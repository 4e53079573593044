import type {Command} from '@commander-js/extra-typings';
import type {Agent} from '@edge-console/schema';
import type {Condition} from '../../core/condition.ts';
import {syntax} from '../../screens/applications/conditions/arguments.ts';
import {CommandError} from '../exit.ts';
import {conditionOption} from '../filter-options.ts';
import type {Host} from '../host.ts';

const KEEP_TEXT = `only applications that match a text, a "quoted text", a /regex/ or field:value; repeatable; fields: ${Object.keys(
  syntax.fields,
)
  .filter(field => field !== 'change')
  .join(', ')}`;

interface ConditionOptions {
  readonly keep?: readonly Condition[];
  readonly drop?: readonly Condition[];
}

/** Adds the options `--keep` and `--drop` to a command that prints applications. */
export const withConditions = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>) => {
  command.addOption(conditionOption('keep', KEEP_TEXT, syntax.parse));
  command.addOption(conditionOption('drop', 'no applications that match; repeatable', syntax.parse));
  // Commander's types do not include these options.
  return command as unknown as Command<A, O & ConditionOptions>;
};

/** Resolves to the test of conditions. Reads the names of the agents if a condition is on the agent. */
export const testOf = async (conditions: readonly Condition[], host: Host) => {
  const fields = conditions.map(({text}) => {
    const expression = syntax.parse(text);
    return typeof expression !== 'string' && expression.kind === 'field' ? expression.field : undefined;
  });
  if (fields.includes('change'))
    throw new CommandError('usage', 'changes since the last look are known in the Applications tab only');
  const {applicationTest} = await import('../../screens/applications/conditions/conditions.ts');
  applicationTest(conditions);
  const agents = fields.includes('agent') ? await readAgents(host) : [];
  return applicationTest(conditions, agent =>
    agents.flatMap(({id, name}) => (String(id) === agent && name !== undefined ? [name] : [])),
  );
};

/** Resolves to the agents, or to none if the console offers no list. */
const readAgents = async (host: Host): Promise<readonly Agent[]> =>
  (await host.connect()).client.applications.agents({signal: host.signal}).catch(() => []);
