import type {Connection} from '../core/connection/connection.ts';
import {sanitise} from '../text/sanitise.ts';
import {ask} from './confirm.ts';
import {CommandError} from './exit.ts';
import type {Host} from './host.ts';

/** Long enough for any single command. */
const PERMITTED_MS = 3_600_000;

export const connectToChange = async (
  host: Host,
  askName: (question: string) => Promise<string | undefined> = question => ask(host, question),
): Promise<Connection> => {
  const connection = await host.connect();
  const {writes} = connection;
  const reason = writes.refusal();
  if (reason === undefined) return connection;
  const when = writes.policy === 'timed' ? ' until its name is given' : '';
  const problem = `${sanitise(reason)}${when}; nothing was sent`;
  if (writes.policy === 'read-only') throw new CommandError('read_only', problem);
  const name = sanitise(writes.name);
  const typed = host.options().confirmProfile ?? (await askName(`This changes ${name}. Type ${name} to go on: `));
  if (typed === undefined) throw new CommandError('read_only', `${problem}: give --confirm-profile NAME`);
  if (typed !== writes.name)
    throw new CommandError('read_only', `the name of the profile does not match; nothing was sent`);
  writes.permit(PERMITTED_MS);
  return connection;
};
