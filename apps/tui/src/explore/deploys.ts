import type {Client} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {conditionTest, type EntryTest} from '../logs/conditions/entry-test.ts';
import {messageLine} from '../logs/conditions/entry-values.ts';
import {inRange, type LogFilter, type TimeRange} from '../logs/filter.ts';
import {readTested} from '../logs/read-entries.ts';
import type {Bookmark} from '../saved/bookmarks.ts';

/** What tells that an entry is a deploy or a reload, besides the messages that every gateway writes. */
export interface DeploySigns {
  /** Expressions of the config, such as `release <id> is live` or `/applied config \d+/`, as those of conditions. */
  readonly deploys?: readonly string[] | undefined;
  /** Bookmarks of the profile. Those whose note begins with `deploy` mark a deploy. `id` is that of the entry. */
  readonly bookmarks?: readonly {readonly id: number; readonly note: string}[] | undefined;
}

/** Matches the message of nginx for a reload, and that of gateways that apply a configuration without a reload. */
const BUILT_IN = /^signal \d+ \(SIGHUP\) received.{0,40}, reconfiguring$|\bapplied configuration \S/;

const isBuiltIn = (entry: ErrorLogEntry): boolean =>
  // The words are tested first, because few lines have them.
  (entry.log.includes('reconfiguring') || entry.log.includes('applied configuration')) &&
  BUILT_IN.test(messageLine(entry));

/** Whether the note of a bookmark says that its entry is a deploy. */
export const isDeployNote = (note: string): boolean => /^\s*deploy/i.test(note);

/** Returns a test of entries. Throws a ConditionError for an invalid expression, which the check of the config finds. */
export const createDeployTest = ({deploys = [], bookmarks = []}: DeploySigns): EntryTest => {
  const tests = deploys.map(text => conditionTest({verb: 'keep', text}));
  const marked = new Set(bookmarks.flatMap(({id, note}) => (isDeployNote(note) ? [id] : [])));
  return entry => marked.has(entry.id) || isBuiltIn(entry) || tests.some(test => test(entry));
};

/** A deploy or a reload. Lines close to each other are one deploy, which goes from node to node. Times in Unix seconds. */
interface Deploy {
  readonly from: number;
  readonly to: number;
  readonly lines: number;
  /** The message of the newest line, or the note of the bookmark on it. Not sanitised. */
  readonly text: string;
}

export interface DeploySources extends DeploySigns {
  readonly bookmarks?: readonly Bookmark[] | undefined;
}

/** Seconds without a line after which the next line is another deploy. */
const GAP_SECONDS = 300;
/** Maximum number of lines that are kept: an expression of the config may match every line. */
const MAX_LINES = 10_000;

/** Collects the deploys among the entries that are added in any order, and among the bookmarks in `range`. */
const createDeployList = (sources: DeploySources, range: TimeRange) => {
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
    /** The deploys, the latest first. */
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

export interface DeploySearch {
  readonly deploy: Deploy | undefined;
  /** Number of entries read, and the time down to which they were read. */
  readonly read: number;
  readonly backTo: number | undefined;
}

/** Finds the last deploy in the range of a filter. Reads the newest entries first, at most `readLimit`. */
export const findLastDeploy = async (
  client: Client,
  filter: LogFilter,
  {signal, readLimit, ...sources}: DeploySources & {readonly signal: AbortSignal; readonly readLimit: number},
): Promise<DeploySearch> => {
  const {range, node, nodeType} = filter;
  const list = createDeployList(sources, range);
  // A reload is a NOTICE, which a filter by level would hide.
  const scope = {range, ...(node !== undefined && {node}), ...(nodeType !== undefined && {nodeType})};
  const reader = readTested(client, scope, {signal, readLimit});
  for await (const page of reader) {
    for (const {entry} of page) if (inRange(entry, range)) list.add(entry);
    const [last] = list.deploys();
    if (last !== undefined && (reader.backTo ?? last.from) < last.from - GAP_SECONDS) break;
  }
  return {deploy: list.deploys()[0], read: reader.read, backTo: reader.backTo};
};
