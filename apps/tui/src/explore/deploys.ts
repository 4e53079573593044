import type {Client} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {conditionTest, type EntryTest} from '../logs/conditions/entry-test.ts';
import {messageLine} from '../logs/conditions/entry-values.ts';
import {inRange, type LogFilter, type TimeRange} from '../logs/filter.ts';
import {readTested} from '../logs/read-entries.ts';
import type {Bookmark} from '../saved/bookmarks.ts';

/** Rules that mark an entry as a deploy or reload, in addition to the built-in log messages. */
export interface DeploySigns {
  /** Expressions such as `release <id> is live` or `/applied config \d+/`, in the syntax of log conditions. */
  readonly deploys?: readonly string[] | undefined;
  /** Bookmarks. An entry is a deploy if its bookmark has a note that begins with `deploy`. */
  readonly bookmarks?: readonly Bookmark[] | undefined;
}

/** Matches nginx's message for a reload, and the message of gateways that apply a configuration without a reload. */
const BUILT_IN = /^signal \d+ \(SIGHUP\) received.{0,40}, reconfiguring$|\bapplied configuration \S/;

const isBuiltIn = (entry: ErrorLogEntry): boolean =>
  // `includes` rejects most lines faster than the regular expression.
  (entry.log.includes('reconfiguring') || entry.log.includes('applied configuration')) &&
  BUILT_IN.test(messageLine(entry));

/** A note that begins with `deploy` marks the bookmarked entry as a deploy. */
export const isDeployNote = (note: string): boolean => /^\s*deploy/i.test(note);

/** Returns a test for entries of deploys and reloads. Throws a ConditionError for an invalid expression. */
export const createDeployTest = ({deploys = [], bookmarks = []}: DeploySigns): EntryTest => {
  const tests = deploys.map(text => conditionTest({verb: 'keep', text}));
  const marked = new Set(bookmarks.flatMap(({id, note}) => (isDeployNote(note) ? [id] : [])));
  return entry => marked.has(entry.id) || isBuiltIn(entry) || tests.some(test => test(entry));
};

/**
 * A deploy or a reload. Nodes are updated one after another, so log lines with short gaps between them are one deploy.
 * Times are Unix seconds.
 */
interface Deploy {
  readonly from: number;
  readonly to: number;
  readonly lines: number;
  /** Message of the deploy's newest log line, or the note if a bookmark marks the deploy. Not sanitised. */
  readonly text: string;
}

/** Log lines of deploys that are more than this many seconds apart belong to different deploys. */
const GAP_SECONDS = 300;
/** An expression in the config may match every line, so the number of lines in memory is limited. */
const MAX_LINES = 10_000;

/** Collects deploys from entries, in any order, and from the bookmarks in `range`. */
const createDeployList = (sources: DeploySigns, range: TimeRange) => {
  const isDeploy = createDeployTest(sources);
  const isInside = ({time}: Bookmark): boolean =>
    (range.from === undefined || time >= range.from) && (range.to === undefined || time <= range.to);
  const marks = (sources.bookmarks ?? []).filter(mark => isInside(mark) && isDeployNote(mark.note));
  const lines = new Map(marks.map(({id, time, note}) => [id, {time, text: note}]));
  return {
    add(entry: ErrorLogEntry): void {
      if (lines.size >= MAX_LINES || lines.has(entry.id) || !isDeploy(entry)) return;
      lines.set(entry.id, {time: entry.log_time, text: messageLine(entry)});
    },
    deploys: (): readonly Deploy[] => grouped([...lines.values()].toSorted((one, other) => other.time - one.time)),
  };
};

const grouped = (lines: readonly {readonly time: number; readonly text: string}[]): readonly Deploy[] => {
  const deploys: Deploy[] = [];
  for (const {time, text} of lines) {
    const last = deploys.at(-1);
    if (last !== undefined && last.from - time <= GAP_SECONDS) {
      deploys[deploys.length - 1] = {...last, from: time, lines: last.lines + 1};
    } else deploys.push({from: time, to: time, lines: 1, text});
  }
  return deploys;
};

/**
 * Finds the last deploy in the time range of a filter. Reads at most `readLimit` entries, newest first. `read` is the
 * number of entries read, and `backTo` is the time of the oldest of them.
 */
export const findLastDeploy = async (
  client: Client,
  filter: LogFilter,
  {signal, readLimit, ...sources}: DeploySigns & {readonly signal: AbortSignal; readonly readLimit: number},
) => {
  const {range, node, nodeType} = filter;
  const list = createDeployList(sources, range);
  // Reloads are logged at NOTICE. The filter's level could exclude them, so no level is sent.
  const scope = {range, ...(node !== undefined && {node}), ...(nodeType !== undefined && {nodeType})};
  const reader = readTested(client, scope, {signal, readLimit});
  for await (const page of reader) {
    for (const {entry} of page) if (inRange(entry, range)) list.add(entry);
    const [last] = list.deploys();
    if (last !== undefined && (reader.backTo ?? last.from) < last.from - GAP_SECONDS) break;
  }
  return {deploy: list.deploys()[0], read: reader.read, backTo: reader.backTo};
};
