import type {Column} from '../ui/table.ts';
import {plainText} from './text.ts';

/** The columns of a screen, and the state that they depend on. */
export interface TableColumns<T, D> {
  readonly columns: readonly Column<T, D>[];
  readonly data: D;
  /** Texts of a row that a search matches in addition to the columns; sanitised. */
  readonly unseen?: (row: T) => readonly string[];
}

/** Output forms of a row. */
export interface RowForms<T> {
  /** JSON values by name, as the gateway sent them. */
  readonly fields: Readonly<Record<string, (row: T) => unknown>>;
  /** Texts of fields in tables and Markdown, where JSON and CSV have numbers, such as times. */
  readonly words?: Readonly<Record<string, (row: T) => string>>;
  /** Text of `--output raw`; absent: there is no raw form. */
  readonly raw?: (row: T) => string;
}

/** Output of a row by a command. */
export interface View<T, D = unknown> extends RowForms<T> {
  /** Loaded for tables only. */
  table(): Promise<TableColumns<T, D>>;
  /** Text of a row without --output and --fields; undefined prints nothing. Absent: such rows have a default form. */
  readonly text?: (row: T) => string | undefined;
}

/** A field as tables and Markdown have it. */
export const fieldText = <T>({fields, words}: RowForms<T>, name: string, row: T): string =>
  words?.[name]?.(row) ?? plainText(fields[name]?.(row));

/** Fields that are properties of the row. */
export const fieldsOf = <T>(...names: readonly (keyof T & string)[]): View<T>['fields'] =>
  Object.fromEntries(names.map(name => [name, (row: T) => row[name]]));
