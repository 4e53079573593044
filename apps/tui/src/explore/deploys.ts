import type {Client} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {conditionTest, type EntryTest} from '../logs/conditions/entry-test.ts';
import {messageLine} from '../logs/conditions/entry-values.ts';
import {inRange, type LogFilter} from '../logs/filter.ts';
import {readTested} from '../logs/read-entries.ts';
import type {Bookmark} from '../saved/bookmarks.ts';

export interface DeploySigns {
  /** Log conditions, such as `release <id> is live` or `/applied config \d+/`. */
  readonly deploys?: readonly string[] | undefined;
  readonly bookmarks?: readonly Bookmark[] | undefined;
}

/** nginx logs the first message for a reload. Other gateways log the second for a new configuration. */
const BUILT_IN = /^signal \d+ \(SIGHUP\) received.{0,40}, reconfiguring$|\bapplied configuration \S/;

const isBuiltIn = (entry: ErrorLogEntry): boolean =>
  // `includes` rejects most lines faster than the regular expression.
  (entry.log.includes('reconfiguring') || entry.log.includes('applied configuration')) &&
  BUILT_IN.test(messageLine(entry));

export const isDeployNote = (note: string): boolean => /^\s*deploy/i.test(note);

/** Throws a ConditionError for an invalid expression. */
export const createDeployTest = ({deploys = [], bookmarks = []}: DeploySigns): EntryTest => {
  const tests = deploys.map(text => conditionTest({verb: 'keep', text}));
  const marked = new Set(bookmarks.flatMap(({id, note}) => (isDeployNote(note) ? [id] : [])));
  return entry => marked.has(entry.id) || isBuiltIn(entry) || tests.some(test => test(entry));
};

/** Nodes are updated one after another, so a deploy may have several log lines. Times are Unix seconds. */
interface Deploy {
  readonly from: number;
  readonly to: number;
  readonly lines: number;
  /**
   * Text of the newest log line of the deploy, or the operator's note if that line has a bookmark. It is not sanitised.
   */
  readonly text: string;
}

/** Maximum number of seconds between two log lines of one deploy. */
const GAP_SECONDS = 300;
/** An expression in the config may match every line. */
const MAX_LINES = 10_000;

const newestDeploy = (lines: Iterable<{readonly time: number; readonly text: string}>): Deploy | undefined => {
  const sorted = [...lines].toSorted((one, other) => other.time - one.time);
  const end = sorted.findIndex(({time}, at) => (sorted[at - 1]?.time ?? time) - time > GAP_SECONDS);
  const own = end < 0 ? sorted : sorted.slice(0, end);
  const [newest, oldest] = [own[0], own.at(-1)];
  return newest && oldest && {from: oldest.time, to: newest.time, lines: own.length, text: newest.text};
};

/** Reads at most `readLimit` entries, newest first. `read` is their number, and `backTo` the time of the oldest. */
export const findLastDeploy = async (
  client: Client,
  filter: LogFilter,
  {signal, readLimit, ...sources}: DeploySigns & {readonly signal: AbortSignal; readonly readLimit: number},
) => {
  const {range, node, nodeType} = filter;
  const isDeploy = createDeployTest(sources);
  const marks = (sources.bookmarks ?? []).filter(
    ({time, note}) => inRange({log_time: time}, range) && isDeployNote(note),
  );
  const lines = new Map(marks.map(({id, time, note}) => [id, {time, text: note}]));
  // Reloads are logged at NOTICE, which the filter's level may exclude.
  const scope = {range, ...(node !== undefined && {node}), ...(nodeType !== undefined && {nodeType})};
  const reader = readTested(client, scope, {signal, readLimit});
  for await (const page of reader) {
    for (const {entry} of page) {
      if (lines.size >= MAX_LINES || lines.has(entry.id) || !inRange(entry, range) || !isDeploy(entry)) continue;
      lines.set(entry.id, {time: entry.log_time, text: messageLine(entry)});
    }
    const last = newestDeploy(lines.values());
    if (last !== undefined && (reader.backTo ?? last.from) < last.from - GAP_SECONDS) break;
  }
  return {deploy: newestDeploy(lines.values()), read: reader.read, backTo: reader.backTo};
};
