import type {Application} from '@edge-console/schema';
import {concurrently} from '../../core/run-items.ts';
import {plural} from '../../format/number.ts';
import {type View, withColumns} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Column} from '../../ui/table.ts';
import {CommandError, EXITS, failureOf} from '../exit.ts';
import type {Host} from '../host.ts';
import {type ListOptions, printRows} from '../lists.ts';

type AgentRow = Application & {readonly agent: string};

export const withAgent = (view: View<Application>, isSeveral: boolean): View<AgentRow> => {
  const agentColumn: Column<AgentRow> = {
    ...{id: 'agent', cells: 14, fits: 4, priority: 0, given: () => isSeveral},
    text: ({agent}) => sanitise(agent),
    sort: ({agent}) => agent,
  };
  return withColumns(view, [agentColumn], {agent: ({agent}) => agent});
};

interface Printed {
  readonly agents: readonly string[];
  readonly view: View<Application>;
  read(agent: string): AsyncIterable<AgentRow>;
}

/** If some agents fail, the others are printed, and the command rejects with a partial failure. */
export const printAgents = async ({agents, view, read}: Printed, options: ListOptions, host: Host): Promise<void> => {
  const failures: {readonly agent: string; readonly error: unknown}[] = [];
  const readAll = async (): Promise<readonly AgentRow[]> => {
    const all = await concurrently(agents, async agent => {
      try {
        return await Array.fromAsync(read(agent));
      } catch (error) {
        host.signal.throwIfAborted();
        failures.push({agent, error});
        return [];
      }
    });
    if (failures.length === agents.length && new Set(failures.map(({error}) => failureOf(error).exit)).size === 1)
      throw failures[0]?.error;
    return all.flat();
  };
  const [agent = '', ...others] = agents;
  const isSeveral = others.length > 0;
  const rows = () => (isSeveral ? readAll() : read(agent));
  await printRows({view: withAgent(view, isSeveral), noun: 'application', read: rows}, options, host);
  if (failures.length === 0) return;
  for (const {agent, error} of failures) {
    const {message, exit} = failureOf(error);
    await host.err.write(`agent ${sanitise(agent)}: ${message} (exit code ${EXITS[exit].code})\n`);
  }
  throw new CommandError('partial', `${failures.length} of ${plural(agents.length, 'agent')} failed`);
};
