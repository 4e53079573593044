import {sanitise} from '../text/sanitise.ts';
import {type CsvMode, csvCell, jsonText, markdownCell, plainText, uncalculated} from './cell-text.ts';
import type {Sink} from './sink.ts';
import {fieldText, type RowForms, type View} from './view.ts';

export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'raw', 'markdown'] as const;
export type Format = (typeof FORMATS)[number];

export interface RowsOptions extends Omit<RecordOptions, 'format'> {
  readonly format: Format;
  readonly now: number;
  readonly isUnicode: boolean;
}

export interface RowWriter<T> {
  row(row: T): Promise<void>;
  /** Prints `--` where rows were skipped. Formats for programs, such as JSON, do not have this method. */
  separate?(): Promise<void>;
  /** Must be called even if there are no rows. */
  end(): Promise<void>;
}

export const rowWriter = async <T, D>(view: View<T, D>, sink: Sink, options: RowsOptions): Promise<RowWriter<T>> => {
  if (options.format === 'table') {
    const {tableWriter} = await import('./table-writer.ts');
    return tableWriter(view, await view.table(), {sink, ...options});
  }
  return recordWriter(view, sink, {...options, format: options.format});
};

interface RecordOptions {
  readonly format: Exclude<Format, 'table'>;
  /** Default: in tables the columns of the full-screen console, in other formats all fields. */
  readonly fields?: readonly string[] | undefined;
  /** Default: `safe`. */
  readonly csv?: CsvMode | undefined;
  /** False if the output already has a header. Default: true. */
  readonly header?: boolean;
}

export const recordWriter = <T>(view: RowForms<T>, sink: Sink, options: RecordOptions): RowWriter<T> => {
  const names = options.fields ?? Object.keys(view.fields);
  // Files and pipes get control characters unchanged.
  const shown = (text: string): string => (sink.isTerminal ? sanitise(text) : text);
  const withHeader = (...lines: readonly string[]) => (options.header === false ? [] : lines);
  switch (options.format) {
    case 'json':
    case 'ndjson': {
      const json = (row: T): string =>
        jsonText(Object.fromEntries(names.map(name => [name, view.fields[name]?.(row)])), sink.isTerminal);
      return options.format === 'json' ? arrayWriter(json, sink) : lineWriter(row => `${json(row)}\n`, sink);
    }
    case 'csv': {
      const cell = (value: unknown): string => {
        const text = shown(plainText(value));
        // A number is never a formula, even if it begins with `-`.
        return csvCell(options.csv === 'exact' || typeof value === 'number' ? text : uncalculated(text));
      };
      return lineWriter(
        row => `${names.map(name => cell(view.fields[name]?.(row))).join()}\n`,
        sink,
        withHeader(`${names.join()}\n`),
      );
    }
    case 'markdown': {
      const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
      const header = withHeader(line(names.map(markdownCell)), line(names.map(() => '---')));
      return lineWriter(row => line(names.map(name => markdownCell(fieldText(view, name, row)))), sink, header);
    }
    case 'raw':
      return {
        ...lineWriter<T>(row => `${shown(view.raw?.(row) ?? '')}\n`, sink),
        separate: () => sink.write(SEPARATOR),
      };
    default:
      return options.format satisfies never;
  }
};

export const SEPARATOR = '--\n';

const lineWriter = <T>(line: (row: T) => string, sink: Sink, header: readonly string[] = []): RowWriter<T> => {
  let isStarted = false;
  const start = async (): Promise<void> => {
    if (!isStarted && header.length > 0) await sink.write(header.join(''));
    isStarted = true;
  };
  return {
    async row(row) {
      await start();
      await sink.write(line(row));
    },
    end: start,
  };
};

const arrayWriter = <T>(json: (row: T) => string, sink: Sink): RowWriter<T> => {
  let rows = 0;
  return {
    row: row => sink.write(`${rows++ === 0 ? '[' : ','}\n  ${json(row)}`),
    end: () => sink.write(rows === 0 ? '[]\n' : '\n]\n'),
  };
};
