import type {Column} from '../ui/table.ts';
import {plainText} from './text.ts';

/** The columns of a table, and the screen state that their texts depend on. */
export interface TableColumns<T, D> {
  readonly columns: readonly Column<T, D>[];
  readonly data: D;
  /** Returns further texts of a row that no column shows but that a search matches, sanitised. */
  readonly unseen?: (row: T) => readonly string[];
}

/** The values and texts of a row in each output form. */
export interface RowForms<T> {
  /** JSON values of the row by field name, as the gateway sent them. */
  readonly fields: Readonly<Record<string, (row: T) => unknown>>;
  /** Readable texts of fields for tables and Markdown, where JSON and CSV have numbers, such as times. */
  readonly words?: Readonly<Record<string, (row: T) => string>>;
  /** Returns the text of a row for `--output raw`. Absent if rows have no raw form. */
  readonly raw?: (row: T) => string;
}

/** How a command prints a row. */
export interface View<T, D = unknown> extends RowForms<T> {
  /** Loads the columns, which only tables, `--search` and `--sort` need. */
  table(): Promise<TableColumns<T, D>>;
  /**
   * Returns the text of a row for a command line without `--output` and `--fields`; undefined prints nothing. If
   * absent, such a command line uses the default output form.
   */
  readonly text?: (row: T) => string | undefined;
}

/** Returns the text of a field in tables and Markdown. */
export const fieldText = <T>({fields, words}: RowForms<T>, name: string, row: T): string =>
  words?.[name]?.(row) ?? plainText(fields[name]?.(row));

/** Returns fields whose values are the properties of the row with these names. */
export const fieldsOf = <T>(...names: readonly (keyof T & string)[]): View<T>['fields'] =>
  Object.fromEntries(names.map(name => [name, (row: T) => row[name]]));
