import {CommandError, type CommandFailure, failureOf} from './exit.ts';
import type {Host} from './host.ts';

interface Batch<T> {
  readonly items: readonly T[];
  /** One item in a message: `ci, id 7`. Sanitised. */
  name(item: T): string;
  /** Infinitive: `delete`. */
  readonly verb: string;
  /** Participle: `deleted`. */
  readonly done: string;
  /** Resolves with what follows the name in the message. */
  perform(item: T): Promise<string>;
}

/** Failures that the items after it would share. */
const isFinal = ({exit}: CommandFailure): boolean => exit === 'unreachable' || exit === 'unauthenticated';

/**
 * Performs one item after the other; what is done stays done. One that fails does not stop the others, unless the gateway
 * cannot be reached or refuses the credential. Says what became of each. Rejects with `partial` if some items are not
 * done, with the first failure if none is, and as it was interrupted. That error names the items too: `--quiet` drops
 * the other messages.
 */
export const runBatch = async <T>({items, name, verb, done, perform}: Batch<T>, host: Host): Promise<void> => {
  const say = (text: string): Promise<void> => host.err.write(`${text}\n`);
  const failures: {readonly item: T; readonly failure: CommandFailure}[] = [];
  let next = 0;
  for (const item of items) {
    next++;
    try {
      const more = await perform(item);
      await say(`${capital(done)} ${name(item)}${more}.`);
    } catch (error) {
      if (items.length === 1) throw error;
      const failure = failureOf(error);
      if (host.signal.aborted) {
        const rest = items.slice(next).map(name).join('; ');
        const untried = rest === '' ? '' : ` Not tried: ${rest}.`;
        throw new CommandError('interrupted', `interrupted; ${name(item)} may be ${done}.${untried}`);
      }
      failures.push({item, failure});
      const isKnown = failure.exit !== 'unreachable';
      await say(
        `${isKnown ? `Could not ${verb} ${name(item)}` : `Not known to be ${done}: ${name(item)}`}: ${failure.message}`,
      );
      if (isFinal(failure)) break;
    }
  }
  const [first] = failures;
  if (first === undefined) return;
  const untried = items.slice(next);
  if (untried.length > 0) await say(`Not tried: ${untried.map(name).join('; ')}.`);
  const left = [...failures.map(({item}) => item), ...untried];
  const isNone = left.length === items.length;
  throw new CommandError(
    isNone ? first.failure.exit : 'partial',
    `${left.length} of ${items.length} were not ${done}: ${left.map(name).join('; ')}`,
  );
};

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
