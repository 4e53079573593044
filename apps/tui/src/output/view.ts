import type {Column} from '../ui/table.ts';
import {plainText} from './cell-text.ts';

export interface TableColumns<T, D> {
  readonly columns: readonly Column<T, D>[];
  readonly data: D;
  /** Texts that are searched but not shown in a column. Sanitised. */
  readonly unseen?: (row: T) => readonly string[];
}

export interface RowForms<T> {
  /** JSON values as the gateway sent them, by field name. */
  readonly fields: Readonly<Record<string, (row: T) => unknown>>;
  /** Texts for tables and Markdown, such as a formatted time where JSON and CSV have a number. */
  readonly words?: Readonly<Record<string, (row: T) => string>>;
  readonly raw?: (row: T) => string;
}

export interface View<T, D = unknown> extends RowForms<T> {
  /** Called only for tables, `--search` and `--sort`. */
  table(): Promise<TableColumns<T, D>>;
  /** Text in the default output. If undefined, the row is not printed. */
  readonly text?: (row: T) => string | undefined;
}

export const tableOf =
  <T>(columns: readonly Column<T>[]) =>
  async (): Promise<TableColumns<T, unknown>> => ({columns, data: undefined});

/** Puts columns and fields before those of a view. */
export const withColumns = <T, R extends T, D>(
  view: View<T, D>,
  added: readonly Column<R, D>[],
  fields: View<R>['fields'] = {},
): View<R, D> => ({
  ...view,
  async table() {
    const table = await view.table();
    return {...table, columns: [...added, ...table.columns]};
  },
  fields: {...fields, ...view.fields},
});

export const fieldText = <T>({fields, words}: RowForms<T>, name: string, row: T): string =>
  words?.[name]?.(row) ?? plainText(fields[name]?.(row));

export const fieldsOf = <T>(...names: readonly (keyof T & string)[]): View<T>['fields'] =>
  Object.fromEntries(names.map(name => [name, (row: T) => row[name]]));

export const valuesOf = <T>({fields}: Pick<RowForms<T>, 'fields'>, row: T): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(row)]));
