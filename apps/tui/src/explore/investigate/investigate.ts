import type {Client} from '@edge-console/client';
import type {TimeSlice} from '@edge-console/client/histogram';
import type {Pattern} from '@edge-console/patterns';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {LogFilter} from '../../logs/filter.ts';
import {createMessages} from '../../logs/messages.ts';
import type {Bookmark} from '../../saved/bookmarks.ts';
import {isDeployNote} from '../deploys.ts';
import {wholeOf} from '../measures/spans.ts';
import {type Knowledge, knowledgeOf, type RunbookSource} from '../report/runbooks.ts';
import {type Observations, observe} from './observe.ts';
import {type Around, around, isRepeated} from './read/around-finding.ts';
import {countNodes, MANY_NODES, oneNode, silentNodes} from './read/nodes.ts';
import type {Cause} from './score/causes.ts';
import {findingsOf, type RawFinding} from './score/findings.ts';
import {type Item, type Items, itemsOf} from './score/items.ts';
import {suspectBins} from './score/suspects.ts';

/** Texts are not sanitised. */
export interface Finding extends Omit<RawFinding, 'rows'>, Around {
  readonly knowledge: Knowledge | undefined;
}

export interface Investigation {
  readonly range: TimeSlice;
  readonly findings: readonly Finding[];
  readonly coverage: Observations['coverage'];
}

export interface InvestigateOptions {
  readonly now: number;
  readonly isDeploy: (entry: ErrorLogEntry) => boolean;
  readonly bookmarks?: readonly Bookmark[];
  readonly source?: Pick<RunbookSource, 'runbooks' | 'messages'>;
  readonly signal: AbortSignal;
  readonly progress?: (read: number, of: number | undefined) => void;
  readonly step?: ((text: string) => void) | undefined;
}

const MAX_DETAILED = 3;

/**
 * Compares the range (default: the last day) with the same hours of the seven days before it. Sends at most about 200
 * requests.
 */
export const investigate = async (
  client: Client,
  filter: LogFilter,
  {now, isDeploy, bookmarks = [], source = {runbooks: {}}, signal, progress, step}: InvestigateOptions,
): Promise<Investigation> => {
  const range = wholeOf(filter.range, now);
  const itemOptions = {messages: createMessages(source.messages ?? []), signal};
  const {readMore, ...sample} = await observe(client, filter, {range, signal, ...(progress && {progress})});
  const sampled = await itemsOf(sample, itemOptions);
  const observations = readMore === undefined ? sample : await readMore(suspectBins(sample, sampled));
  const items = readMore === undefined ? sampled : await itemsOf(observations, itemOptions);
  const raw = await findingsOf(observations, items, signal);
  const unusual = await withoutRepeated(client, raw, {filter, items, signal});
  const ranged = {...filter, range};
  const nodeOptions = {filter: ranged, range, signal};
  step?.('counting the entries of each node');
  const nodes = await countNodes(client, nodeOptions);
  const volumes = observations.now.map(({volume}) => volume);
  const silent = await silentNodes(client, nodes, {...nodeOptions, volumes});
  const notes = new Map(bookmarks.filter(({note}) => isDeployNote(note)).map(({id, note}) => [id, note]));
  step?.('reading the entries around the findings');
  const detailed = await Promise.all(
    unusual.map(async (finding, at): Promise<Finding> => {
      const {rows: _, ...shown} = finding;
      const causes = finding.causes.map(cause => named(cause, items));
      const item = named(finding.item, items);
      const patterns = finding.causes.flatMap(({dimension, value}) =>
        dimension === 'pattern' ? (items.patternOf(value) ?? []) : [],
      );
      const knowledge = patterns
        .map(pattern => knowledgeOf(pattern, source))
        .find(({explanation, runbook}) => explanation !== undefined || runbook !== undefined);
      const known = {...shown, causes, item, knowledge};
      if (at >= MAX_DETAILED) return {...known, first: [], deploys: []};
      const asked = at < (nodes.length > MANY_NODES ? 1 : MAX_ASKED) ? nodes : [];
      const node = await oneNode(client, asked, {...nodeOptions, finding, items});
      const near = await around(client, finding, {filter, items, isDeploy, signal});
      const deploys = near.deploys.map(entry => ({...entry, note: notes.get(entry.id)}));
      return {...known, ...near, deploys, causes: withNode(causes, node)};
    }),
  );
  const quiet = silent.map(finding => ({...finding, first: [], deploys: [], knowledge: undefined}));
  const findings = [...detailed, ...quiet].toSorted((one, other) => other.score - one.score);
  return {range, findings, coverage: observations.coverage};
};

const MAX_ASKED = 2;

/** Dimensions that can be a root cause. Messages and error numbers are symptoms. */
const ACTORS: ReadonlySet<string> = new Set(['client', 'upstream', 'zone', 'dictionary', 'certificate', 'group']);

/**
 * Puts the node before the other causes of a finding, unless the first of these can be a root cause and applies to at
 * least 90 % of the finding's entries.
 */
const withNode = (causes: readonly Cause[], node: Cause | undefined): readonly Cause[] => {
  if (node === undefined) return causes;
  const [first, ...others] = causes;
  return first !== undefined && ACTORS.has(first.dimension) && first.share >= 0.9
    ? [first, node, ...others]
    : [node, ...causes];
};

const MAX_COMPARED = 4;

const withoutRepeated = async (
  client: Client,
  findings: readonly RawFinding[],
  options: Parameters<typeof isRepeated>[2],
): Promise<readonly RawFinding[]> => {
  const compared = findings.slice(0, MAX_COMPARED);
  const isUsual = await Promise.all(
    compared.map(async finding => finding.kind !== 'silence' && (await isRepeated(client, finding, options))),
  );
  return [...compared.filter((_, at) => isUsual[at] === false), ...findings.slice(MAX_COMPARED)];
};

const named = <T extends Item>(item: T, {patternOf}: Items): T => {
  const pattern = item.dimension === 'pattern' ? patternOf(item.value) : undefined;
  return pattern === undefined ? item : {...item, value: pattern.template, text: filled(pattern)};
};

const NEARLY_ALL = 0.9;

const filled = ({template, values}: Pattern): string => {
  let at = 0;
  return template.replaceAll('<*>', slot => {
    const {top, total} = values[at++] ?? {top: [], total: 0};
    const [first] = top;
    return first !== undefined && first.count >= NEARLY_ALL * total ? first.value : slot;
  });
};
