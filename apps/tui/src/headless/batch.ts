import {sentence} from '../explore/estimate-text.ts';
import {CommandError, type CommandFailure, failureOf} from './exit.ts';
import type {Host} from './host.ts';

interface Batch<T> {
  readonly items: readonly T[];
  /** Returns the name of an item for messages, such as `ci, id 7`, sanitised for a terminal. */
  name(item: T): string;
  readonly verb: string;
  /** A past participle, such as `deleted`. */
  readonly done: string;
  /** Resolves to a text that messages show after the item's name. */
  perform(item: T): Promise<string>;
}

/** Whether all remaining items would fail too. */
const isFinal = ({exit}: CommandFailure): boolean => exit === 'unreachable' || exit === 'unauthenticated';

/** The error names every item that failed or was not tried, because `--quiet` suppresses other messages. */
export const runBatch = async <T>({items, name, verb, done, perform}: Batch<T>, host: Host): Promise<void> => {
  const say = (text: string): Promise<void> => host.err.write(`${text}\n`);
  const failures: {readonly item: T; readonly failure: CommandFailure}[] = [];
  let next = 0;
  for (const item of items) {
    next++;
    try {
      const more = await perform(item);
      await say(sentence(`${done} ${name(item)}${more}`));
    } catch (error) {
      const failure = failureOf(error);
      if (host.signal.aborted) {
        const untried = listed('Not tried', items.slice(next).map(name));
        throw new CommandError('interrupted', `interrupted; ${name(item)} may be ${done}.${untried}`);
      }
      if (items.length === 1) throw error;
      failures.push({item, failure});
      await say(`${isKnown(failure) ? `Could not ${verb}` : 'No response for'} ${name(item)}: ${failure.message}`);
      if (isFinal(failure)) break;
    }
  }
  const [first] = failures;
  if (first === undefined) return;
  const [refused, unknown] = [true, false].map(known =>
    failures.filter(({failure}) => isKnown(failure) === known).map(({item}) => name(item)),
  );
  const untried = items.slice(next).map(name);
  const left = failures.length + untried.length;
  throw new CommandError(
    left === items.length ? first.failure.exit : 'partial',
    `${items.length - left} of ${items.length} ${done}.${listed(`Not ${done}`, refused)}` +
      `${listed(`Not known to be ${done}`, unknown)}${listed('Not tried', untried)}`,
  );
};

/** Without a response, it is unknown whether the gateway performed the action. */
const isKnown = ({exit}: CommandFailure): boolean => exit !== 'unreachable';

const listed = (what: string, names: readonly string[] = []): string =>
  names.length === 0 ? '' : ` ${what}: ${names.join('; ')}.`;
