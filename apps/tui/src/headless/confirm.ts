import {createInterface} from 'node:readline/promises';
import {CommandError} from './exit.ts';
import type {Host} from './host.ts';

interface ConfirmOptions {
  readonly yes?: true | undefined;
  readonly confirm?: string | undefined;
}

interface Question {
  /** Completes "This will …". */
  readonly what: string;
  /** Names of what is changed. */
  readonly names: readonly string[];
  /** Options that answer it; default: `--yes or --confirm NAME`. */
  readonly flags?: string;
}

/** Asks before something dangerous. Without a terminal it never asks: `--yes` or `--confirm NAME` has to be given. */
export const confirm = async (host: Host, {yes, confirm: name}: ConfirmOptions, question: Question): Promise<void> => {
  if (yes === true) return;
  if (name !== undefined) {
    if (question.names.length === 1 && question.names[0] === name) return;
    throw new CommandError('usage', '--confirm does not name what would be changed; nothing was done');
  }
  if (host.prompt === undefined) {
    throw new CommandError('usage', `this would ${question.what}; give ${question.flags ?? '--yes or --confirm NAME'}`);
  }
  const lines = createInterface({input: host.prompt.input, output: host.prompt.output});
  try {
    const answer = await lines.question(`This will ${question.what}. Type yes to go on: `, {signal: host.signal});
    if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('failed', 'not confirmed; nothing was done');
  } finally {
    lines.close();
  }
};
