import {createInterface} from 'node:readline/promises';
import {Writable} from 'node:stream';
import type {Connection} from '../core/connection/connection.ts';
import {sanitise} from '../text/sanitise.ts';
import {CommandError} from './exit.ts';
import type {Host} from './host.ts';

interface ConfirmOptions {
  readonly yes?: true | undefined;
  readonly confirm?: string | undefined;
}

interface Question {
  /** Follows "This will", such as `delete ci (7)`. */
  readonly what: string;
  /** Names of the items to change. `--confirm NAME` is accepted only if there is exactly one. */
  readonly names: readonly string[];
  /** Options that the error message asks for if there is no terminal. Default: `--yes or --confirm NAME`. */
  readonly flags?: string;
}

/** Resolves to undefined if there is no terminal. */
const ask = async ({prompt, signal}: Host, question: string): Promise<string | undefined> => {
  if (prompt === undefined) return undefined;
  const lines = createInterface(prompt);
  try {
    return await lines.question(question, {signal});
  } finally {
    lines.close();
  }
};

export const confirm = async (host: Host, {yes, confirm: name}: ConfirmOptions, question: Question): Promise<void> => {
  if (yes === true) return;
  if (name !== undefined) {
    if (question.names.length === 1 && question.names[0] === name) return;
    throw new CommandError('usage', '--confirm does not name what would be changed; nothing was done');
  }
  const answer = await ask(host, `This will ${question.what}. Type yes to go on: `);
  if (answer === undefined)
    throw new CommandError('usage', `this would ${question.what}; give ${question.flags ?? '--yes or --confirm NAME'}`);
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('failed', 'not confirmed; nothing was done');
};

export const askPassword = async ({prompt, signal}: Host, username: string): Promise<string> => {
  if (prompt === undefined)
    throw new CommandError('usage', '--password-stdin is needed: there is no terminal to ask on');
  // Readline sets raw mode before the prompt is printed, and echoes to `output`, which discards the password.
  const output = new Writable({write: (_chunk, _encoding, done) => done()});
  const lines = createInterface({input: prompt.input, output, terminal: true});
  prompt.output.write(`Password of ${username}: `);
  try {
    return await lines.question('', {signal});
  } finally {
    lines.close();
    prompt.output.write('\n');
  }
};

/** A confirmation permits changes for one hour, so that the permission does not end during a command. */
const PERMITTED_MS = 3_600_000;

/** Asks for the name of the profile if its write policy requires that. */
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
