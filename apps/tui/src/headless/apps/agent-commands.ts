import {Command, InvalidArgumentError} from '@commander-js/extra-typings';
import type {Agent} from '@edge-console/schema';
import {nounCommand} from '../../cli/args.ts';
import {listItems} from '../../commands/arguments.ts';
import type {Connection} from '../../core/connection/connection.ts';
import {NewerLayout} from '../../files/layout.ts';
import {agentFields} from '../../output/row-fields.ts';
import {tableOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError, failureOf} from '../exit.ts';
import type {Host} from '../host.ts';
import {printRows} from '../lists.ts';
import {withOutput} from '../output.ts';

/** `own_name` is the operator's name for the agent, which is never sent to the gateway. */
type NamedAgent = Agent & {readonly own_name?: string | undefined};

export const agentView: View<NamedAgent> = {
  table: tableOf([
    {id: 'id', cells: 8, priority: 0, text: ({id}) => sanitise(String(id))},
    {id: 'name', cells: 24, priority: 1, text: ({name = ''}) => sanitise(name)},
    {id: 'own_name', title: 'own name', cells: 20, grow: true, priority: 2, text: row => sanitise(row.own_name ?? '')},
  ]),
  fields: {...agentFields, own_name: row => row.own_name},
};

/**
 * Rejects only if a newer version of the console has written the preferences file. After other read errors, prints a
 * warning and resolves to an empty map.
 */
export const readOwnNames = async (host: Host, connection: Connection): Promise<ReadonlyMap<string, string>> => {
  const {openPreferences} = await import('../../saved/preferences-file.ts');
  const {agentPreferences, readAgents} = await import('../../saved/agent-preferences.ts');
  const preferences = () => openPreferences(host.env)(connection.profile);
  try {
    const saved = await readAgents(agentPreferences({preferences, connection: () => connection}));
    return new Map(saved.flatMap(({id, name}) => (name === undefined ? [] : [[id, name]])));
  } catch (error) {
    if (error instanceof NewerLayout) throw error;
    const {message} = failureOf(error);
    await host.err.write(`Own names of agents are not known: ${message}\n`);
    return new Map();
  }
};

/** Puts names chosen by the operator first, because a search by name takes the first match. */
export const readAgentNames = async (host: Host): Promise<readonly {readonly id: string; readonly name: string}[]> => {
  const connection = await host.connect();
  const agents = await connection.client.applications.agents({signal: host.signal}).catch(() => []);
  const own = await readOwnNames(host, connection);
  return [
    ...Array.from(own, ([id, name]) => ({id, name})),
    ...agents.flatMap(({id, name}) => (name === undefined ? [] : [{id: String(id), name}])),
  ];
};

export const readAgentIds = async (host: Host, given: readonly string[]): Promise<readonly string[]> => {
  const {agentIds, isAgentId} = await import('../../saved/agent-preferences.ts');
  const ids = agentIds(given, given.every(isAgentId) ? [] : await readAgentNames(host));
  if (typeof ids === 'string') throw new CommandError('usage', `${sanitise(ids)}; agents list shows both`);
  return ids;
};

export const agentId = (text: string): string => {
  if (listItems(text).length > 0) return text;
  throw new InvalidArgumentError('An agent id is needed; agents list shows them.');
};

export async function* namedAgents(host: Host): AsyncGenerator<NamedAgent> {
  const connection = await host.connect();
  const agents = await connection.client.applications.agents({signal: host.signal});
  const names = await readOwnNames(host, connection);
  for (const agent of agents) yield {...agent, own_name: names.get(String(agent.id))};
}

const listAgents = (host: Host) =>
  withOutput(new Command('list'))
    .summary('print the agents')
    .action(options => printRows({view: agentView, read: () => namedAgents(host)}, options, host));

export const agentCommands = nounCommand('agents', 'agents', [listAgents]);
