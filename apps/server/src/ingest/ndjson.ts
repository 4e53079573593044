import {describeIssue} from '../http/decode.ts';
import {Failure} from '../http/failure.ts';
import {errorLogInput} from '../seed/seed.ts';
import {type NewErrorLog, type Store, StoreUnavailable} from '../store/store.ts';
import {linesOf} from './lines.ts';

// Entries of one transaction, and characters of their lines. The next lines are read when these are stored: that is what
// holds the sender back.
const BATCH = 1000;
const BATCH_LENGTH = 16 * 1024 * 1024;

// A megabyte of control characters is six of JSON.
const MAX_ENTRY_BYTES = 8 * 1024 * 1024;

/**
 * Stores error-log entries, one JSON object a line with the fields of a seed's `error_logs`, empty lines left out, and
 * gives how many. Fails with 400 on a line that is none and with 503 where the database cannot go on; the message says
 * how many entries are stored by then, so that the sender can go on behind them.
 */
export const ingestNdjson = async (store: Store, stream: AsyncIterable<Buffer>): Promise<number> => {
  let stored = 0;
  let batch: NewErrorLog[] = [];
  let length = 0;
  const flush = async () => {
    await kept(stored, () => store.errorLogs.append(batch));
    stored += batch.length;
    batch = [];
    length = 0;
  };
  let number = 0;
  for await (const {text, cut} of linesOf(stream, 'given', MAX_ENTRY_BYTES)) {
    number += 1;
    if (text.trim() === '') continue;
    const entry = cut ? `longer than ${MAX_ENTRY_BYTES} bytes` : entryOf(text);
    if (typeof entry === 'string') {
      await flush();
      throw new Failure(400, `line ${number}: ${entry}; stored before it: ${stored}`);
    }
    batch.push(entry);
    length += text.length;
    if (batch.length === BATCH || length > BATCH_LENGTH) await flush();
  }
  await flush();
  return stored;
};

const kept = async (stored: number, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new Failure(503, `the database cannot go on now; send the rest again later; stored: ${stored}`);
  }
};

/** The entry of a line, or what is wrong with it. */
const entryOf = (text: string): NewErrorLog | string => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not valid JSON';
  }
  const parsed = errorLogInput.safeParse(value);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map(issue => describeIssue(issue, 'entry')).join('; ');
};
