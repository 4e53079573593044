import type {ErrorLogEntry} from '@edge-console/schema';
import {type SayProgress, shareOf, throttled} from '../core/screen.ts';
import {count} from '../format/number.ts';
import {logForms} from '../output/row-fields.ts';
import {recordWriter} from '../output/row-writer.ts';
import type {Part} from './export-part.ts';

/** Formats whose rows do not depend on other rows, so that an interrupted export can be continued. */
export const EXPORT_FORMATS = ['ndjson', 'csv', 'raw', 'markdown'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface WriteOptions {
  readonly format: ExportFormat;
  readonly fields?: readonly string[] | undefined;
  readonly progress: SayProgress;
  readonly total?: number | undefined;
}

export const writeEntries = async (
  part: Part,
  entries: AsyncIterable<ErrorLogEntry> | Iterable<ErrorLogEntry>,
  {format, fields, progress, total}: WriteOptions,
): Promise<void> => {
  const report = createProgress(part.rows, total, progress);
  try {
    const output = recordWriter(logForms, part.sink, {format, fields, csv: part.csv, header: !part.hadText});
    for await (const entry of entries) {
      if (part.has(entry)) continue;
      await output.row(entry);
      await part.add(entry);
      report(part.rows);
    }
    await output.end();
    await part.complete();
  } catch (error) {
    if (!part.isComplete) await part.save();
    throw error;
  } finally {
    await part.close();
  }
};

const REPORT_MS = 200;

/** Rows that earlier runs wrote (`before`) do not count for the rate. */
const createProgress = (before: number, total: number | undefined, say: SayProgress) => {
  const began = performance.now();
  return throttled(REPORT_MS, (rows: number) => {
    const rate = Math.round(((rows - before) / (performance.now() - began)) * 1000);
    const text = `${count(rows)}${total === undefined ? '' : ` of ${count(total)}`} entries, ${count(rate)}/s`;
    say(text, shareOf(rows, total));
  });
};
