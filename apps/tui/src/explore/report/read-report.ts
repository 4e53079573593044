import type {Client} from '@edge-console/client';
import type {LogFilter} from '../../logs/filter.ts';
import {compareSpans} from '../measures/changes.ts';
import {minePatterns} from '../measures/patterns.ts';
import {type Baseline, spanOf} from '../measures/spans.ts';
import {readTimeline} from '../measures/timeline.ts';
import {progressText, readSample, SAMPLE_ROWS} from '../sample/sample.ts';
import {incidentReport, type ReportNote} from './report.ts';
import type {Runbooks} from './runbooks.ts';

interface ReportRequest {
  readonly url: string;
  readonly title: string;
  readonly filter: LogFilter;
  readonly baseline: Baseline;
  readonly maskClients: boolean;
  readonly runbooks: Runbooks;
  readonly notes: readonly ReportNote[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal: AbortSignal;
  readonly progress?: (text: string) => void;
}

const MAX_SLICES = 60;

/** Reads what an incident report is made of, and writes it as Markdown. Without a range: the last 15 minutes. */
export const readReport = async (
  client: Client,
  {filter: given, baseline, now, signal, progress, ...head}: ReportRequest,
): Promise<string> => {
  const filter = {...given, range: spanOf(given.range, now)};
  const sample = await readSample(client, filter, {
    rows: SAMPLE_ROWS,
    signal,
    progress: (read, of) => progress?.(progressText(read, of)),
  });
  progress?.('counting over time');
  const timeline = await readTimeline(client, filter, {now, most: MAX_SLICES, signal});
  progress?.('comparing with the baseline');
  const comparison = await compareSpans(client, {filter, baseline, rows: SAMPLE_ROWS, now, signal});
  const patterns = minePatterns(sample);
  return incidentReport({...head, filter, sample, patterns, timeline, comparison, baseline, now});
};
