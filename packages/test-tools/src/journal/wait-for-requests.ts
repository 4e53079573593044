import type {Journal} from './journal.ts';
import type {MaybeOperation, RequestQuery, RequestRecord} from './request-record.ts';

export interface WaitOptions {
  /** Milliseconds; default 5,000. */
  readonly timeoutMs?: number | undefined;
  /** Number of matching requests to wait for; default 1. */
  readonly count?: number | undefined;
}

/** The message lists the requests that arrived instead. */
export class RequestNotReceived extends Error {
  override readonly name = 'RequestNotReceived';
}

export const MAX_WAIT_MS = 600_000;

/** Resolves to the newest match. Rejects if `closing` is aborted. */
export const waitForRequest = async <Id extends MaybeOperation>(
  journal: Journal,
  query: RequestQuery<Id>,
  {timeoutMs = 5000, count = 1, closing}: WaitOptions & {readonly closing: AbortSignal},
): Promise<RequestRecord<Id>> => {
  if (!(timeoutMs >= 0 && timeoutMs <= MAX_WAIT_MS)) throw new RangeError(`timeoutMs: expected 0 to ${MAX_WAIT_MS}`);
  if (!(Number.isInteger(count) && count >= 1)) throw new RangeError('count: expected an integer, 1 or more');
  const wanted: RequestQuery<Id> = {state: 'responded', ...query};
  const ended = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
  for (;;) {
    const found = journal.find(wanted);
    if (found.length >= count) return found.at(-1) as RequestRecord<Id>;
    await journal.nextChange(ended).catch(() => {
      const deadline = closing.aborted ? 'before the server closed' : `within ${timeoutMs} ms`;
      const expected = `expected ${count} of ${JSON.stringify(wanted)} ${deadline}, received ${found.length}`;
      throw new RequestNotReceived([expected, ...receivedInstead(journal)].join('\n'));
    });
  }
};

const MAX_LISTED = 10;
const MAX_LINE = 300;

const receivedInstead = (journal: Journal): readonly string[] => {
  const records = journal.find<undefined>({limit: MAX_LISTED});
  return records.length === 0 ? ['no request was recorded'] : ['recorded, newest last:', ...records.map(lineOf)];
};

const lineOf = ({method, path, operation, status, violations = []}: RequestRecord): string =>
  [
    `  ${method} ${path} ${operation ?? 'no operation'}: ${status ?? 'no response yet'}`,
    ...violations.map(({message}) => message),
  ]
    .join('; ')
    .slice(0, MAX_LINE);
