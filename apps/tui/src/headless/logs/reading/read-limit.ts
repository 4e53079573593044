import {type Command, InvalidArgumentError, Option} from '@commander-js/extra-typings';
import type {Client} from '@edge-console/client';
import {count} from '../../../format/number.ts';
import {dateTime} from '../../../format/time.ts';
import {hasConditions, type LogFilter, queryOf} from '../../../logs/filter.ts';
import type {TestedReader} from '../../../logs/read-entries.ts';
import {CommandError} from '../../exit.ts';
import {wholeNumber} from '../../filter-options.ts';
import type {Host} from '../../host.ts';

const DEFAULT_READ = 100_000;
const NO_LIMIT = 'none';

const limitOf = (text: string): number => {
  if (text.toLowerCase() === NO_LIMIT) return Number.POSITIVE_INFINITY;
  try {
    return wholeNumber(1)(text);
  } catch {
    throw new InvalidArgumentError(`It takes a whole number, 1 or more, or ${NO_LIMIT}.`);
  }
};

export const withReadLimit = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>) =>
  command.addOption(
    new Option(
      '--read-limit <n>',
      `read at most n entries, or ${NO_LIMIT} for no limit; default: ${count(DEFAULT_READ)} with --keep or --drop, else no limit`,
    ).argParser(limitOf),
  );

/** With conditions, there is a default limit, because the console must read each entry to test it. */
export const readLimitOf = ({readLimit}: {readonly readLimit?: number | undefined}, filter: LogFilter): number =>
  readLimit ?? (hasConditions(filter) ? DEFAULT_READ : Number.POSITIVE_INFINITY);

interface Read {
  readonly client: Client;
  readonly filter: LogFilter;
  readonly kept: number;
  readonly reader: TestedReader;
}

export const keptText = ({kept, reader: {read}}: Pick<Read, 'kept' | 'reader'>): string =>
  `${count(kept)} kept of ${count(read)} read`;

export const backText = (backTo: number | undefined): string =>
  backTo === undefined ? '' : `, back to ${dateTime(backTo * 1000)}`;

export const entriesProgress =
  ({onProgress}: Host) =>
  (read: number): void =>
    onProgress?.(`read ${count(read)} entries`);

export const cutError = async ({signal}: Host, {client, filter, reader}: Omit<Read, 'kept'>, advice = 'reads on') => {
  const total = await client.errorLogs.count(queryOf(filter), {signal}).catch(() => undefined);
  // A gateway's count may be below the number of entries read (docs/field-facts.md#20).
  const of = total === undefined ? '' : ` of about ${count(Math.max(total, reader.read))}`;
  return new CommandError('cut', `read ${count(reader.read)}${of}${backText(reader.backTo)}; --read-limit N ${advice}`);
};

export const isExact = ({isCut, missing, read}: TestedReader): boolean => !isCut && missing(read) === undefined;

/** Rejects if the read limit was reached or if pages could not be read. */
export const sayRead = async (host: Host, {client, filter, kept, reader}: Read): Promise<void> => {
  if (hasConditions(filter))
    await host.err.write(`${keptText({kept, reader})}${isExact(reader) ? ', exact' : backText(reader.backTo)}.\n`);
  if (reader.isCut) throw await cutError(host, {client, filter, reader});
  const missing = reader.missing(reader.read);
  if (missing !== undefined) throw new CommandError('partial', missing);
};
