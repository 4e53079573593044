import {describeIssue} from '../http/requests/decode.ts';
import {Failure} from '../http/responses/failure.ts';
import {splitLines} from '../lines.ts';
import {errorLogInput} from '../seed/seed.ts';
import {type NewErrorLog, type Store, StoreUnavailable} from '../store/store.ts';

// Entries per transaction, and characters of their lines. Reading waits for each write, which is the backpressure.
const BATCH_SIZE = 1000;
const BATCH_CHARACTERS = 16 * 1024 * 1024;

// 1 MiB of control characters is 6 MiB as JSON.
const MAX_ENTRY_BYTES = 8 * 1024 * 1024;

/**
 * Appends error-log entries, one JSON object per line with the fields of a seed's `error_logs`; blank lines are ignored.
 * Resolves with the number of entries. Rejects with a {@link Failure}: 400 for an invalid line, 503 if the database is
 * unavailable. The message has the number of entries stored so far, so that the sender can resume.
 */
export const ingestNdjson = async (store: Store, stream: AsyncIterable<Buffer>): Promise<number> => {
  let stored = 0;
  let batch: NewErrorLog[] = [];
  let length = 0;
  const flush = async () => {
    await mapUnavailable(stored, () => store.errorLogs.append(batch));
    stored += batch.length;
    batch = [];
    length = 0;
  };
  let lineNumber = 0;
  for await (const {text, cut} of splitLines(stream, 'emit', MAX_ENTRY_BYTES)) {
    lineNumber += 1;
    if (text.trim() === '') continue;
    const entry = cut ? `longer than ${MAX_ENTRY_BYTES} bytes` : parseEntry(text);
    if (typeof entry === 'string') {
      await flush();
      throw new Failure(400, `line ${lineNumber}: ${entry}; stored before it: ${stored}`);
    }
    batch.push(entry);
    length += text.length;
    if (batch.length === BATCH_SIZE || length > BATCH_CHARACTERS) await flush();
  }
  await flush();
  return stored;
};

const mapUnavailable = async (stored: number, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new Failure(503, `the database cannot go on now; send the rest again later; stored: ${stored}`);
  }
};

/** The entry of a line, or a description of the problem. */
const parseEntry = (text: string): NewErrorLog | string => {
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
