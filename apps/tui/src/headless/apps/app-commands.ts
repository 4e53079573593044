import {Command, Option} from '@commander-js/extra-typings';
import type {Application} from '@edge-console/schema';
import {nounCommand} from '../../cli/args.ts';
import {listItems} from '../../commands/arguments.ts';
import {isoText} from '../../format/time.ts';
import {applicationFields} from '../../output/row-fields.ts';
import type {View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {printRows, withList} from '../lists.ts';
import {withOutput} from '../output.ts';
import {agentId, readAgentIds} from './agent-commands.ts';
import {compareApps, readApplications} from './compare-command.ts';
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

export const appCommands = nounCommand('apps', 'applications of an agent', [listApps, getApp, compareApps]);
