import {Command, Option} from '@commander-js/extra-typings';
import type {Application} from '@edge-console/schema';
import {nounCommand} from '../../cli/args.ts';
import {listItems} from '../../commands/arguments.ts';
import {plural} from '../../format/number.ts';
import {isoText} from '../../format/time.ts';
import {applicationFields} from '../../output/row-fields.ts';
import {fieldsOf, tableOf, type View} from '../../output/view.ts';
import {
  compareApplications,
  type Difference,
  sideText,
} from '../../screens/applications/compare/compare-applications.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError, endWith} from '../exit.ts';
import type {Host} from '../host.ts';
import {printRows, withList} from '../lists.ts';
import {openOutput, withOutput, writeRows} from '../output.ts';
import {agentId, readAgentIds} from './agent-commands.ts';
import {knownOnScreenOnly, testOf, withConditions} from './condition-options.ts';
import {printAgents} from './several-agents.ts';

export const applicationView: View<Application> = {
  async table() {
    const {applicationColumns} = await import('../../screens/applications/application-columns.ts');
    return {columns: applicationColumns, data: undefined};
  },
  fields: applicationFields,
  words: {created: ({created}) => (created === undefined ? '' : isoText(created))},
};

const agentOption = (about = 'id or name of the agent; agents list shows them') =>
  new Option('--agent <id>', about).argParser(agentId).makeOptionMandatory();

const listApps = (host: Host) =>
  withConditions(withList(new Command('list'), 'applications'))
    .summary('print the applications of agents')
    .addOption(agentOption('id or name of the agent, or several with commas; agents list shows them'))
    .option('--online', 'only applications that are online')
    .action(async options => {
      const agents = listItems(options.agent);
      const conditions = [...(options.keep ?? []), ...(options.drop ?? [])];
      const isShown = conditions.length === 0 ? undefined : await testOf(conditions, host);
      if (options.sort === 'change') throw knownOnScreenOnly('--sort change');
      const isOnline = options.online === true;
      const query = isOnline ? {online: 1} : {};
      async function* read(agent: string) {
        const {client} = await host.connect();
        for await (const row of client.applications.items(agent, query, {signal: host.signal})) {
          // The filter `online` is applied here too, because some gateways ignore it.
          const shown = Object.assign(row, {agent});
          if ((!isOnline || row.online === true) && isShown?.(shown) !== false) yield shown;
        }
      }
      await printAgents({agents: await readAgentIds(host, agents), view: applicationView, read}, options, host);
    });

const getApp = (host: Host) =>
  withOutput(new Command('get'))
    .summary('print one application of an agent')
    .argument('<application>', 'id or name')
    .addOption(agentOption())
    .action(async (given, options) => {
      const read = async () => {
        const [agent = ''] = await readAgentIds(host, [options.agent]);
        const all = await readApplications(host, agent);
        const found = all.filter(({id, name}) => String(id) === given || name === given);
        if (found.length === 0)
          throw new CommandError('not_found', `agent ${agent} has no application ${sanitise(given)}`);
        if (found.length > 1)
          throw new CommandError('usage', `several applications have this name: ${found.map(({id}) => id).join(', ')}`);
        return found;
      };
      await printRows({view: applicationView, read}, {piped: 'json', ...options}, host);
    });

const compareView = (agents: readonly [string, string]): View<Difference> => {
  const [first, second] = agents.map(agent => `agent ${sanitise(agent)}`) as [string, string];
  return {
    table: tableOf([
      {id: 'name', cells: 18, priority: 0, text: ({name}) => sanitise(name)},
      {id: 'field', title: 'differs in', cells: 10, priority: 1, text: ({field}) => field},
      {id: 'first', title: first, cells: 32, priority: 2, text: row => sideText(row.first)},
      {id: 'second', title: second, cells: 32, priority: 3, grow: true, text: row => sideText(row.second)},
    ]),
    fields: fieldsOf<Difference>('name', 'field', 'first', 'second'),
  };
};

const readApplications = async (host: Host, agent: string): Promise<readonly Application[]> => {
  const {client} = await host.connect();
  return Array.fromAsync(client.applications.items(agent, {}, {signal: host.signal}));
};

const compareApps = (host: Host) =>
  withOutput(new Command('compare'))
    .summary('print how the applications of two agents differ')
    .description(
      'Compares applications by name: on which agent they are, and their state, versions, ports and kinds of processes. ' +
        'Ends with exit code 7 if they differ.',
    )
    .argument('<agent>', 'id or name of the first agent; agents list shows them', agentId)
    .argument('<other>', 'id or name of the second agent', agentId)
    .action(async (one, two, options) => {
      const [[agent = ''], [other = '']] = [await readAgentIds(host, [one]), await readAgentIds(host, [two])];
      const output = await openOutput(compareView([agent, other]), options, host);
      const first = await readApplications(host, agent);
      const differences = compareApplications(first, await readApplications(host, other));
      const found =
        differences.length === 0 ? undefined : new CommandError('partial', plural(differences.length, 'difference'));
      await endWith(found, () => writeRows(output, differences));
      await host.err.write(`Both agents have the same ${plural(first.length, 'application')}.\n`);
    });

export const appCommands = nounCommand('apps', 'applications of an agent', [listApps, getApp, compareApps]);
