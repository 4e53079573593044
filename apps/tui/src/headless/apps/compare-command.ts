import {Command} from '@commander-js/extra-typings';
import type {Application} from '@edge-console/schema';
import {plural} from '../../format/number.ts';
import {fieldsOf, tableOf, type View} from '../../output/view.ts';
import {
  compareApplications,
  type Difference,
  sideText,
} from '../../screens/applications/compare/compare-applications.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError, endWith} from '../exit.ts';
import type {Host} from '../host.ts';
import {openOutput, withOutput, writeRows} from '../output.ts';
import {agentId, readAgentIds} from './agent-commands.ts';

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

export const readApplications = async (host: Host, agent: string): Promise<readonly Application[]> => {
  const {client} = await host.connect();
  return Array.fromAsync(client.applications.items(agent, {}, {signal: host.signal}));
};

export const compareApps = (host: Host) =>
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
