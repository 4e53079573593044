import type {Column} from '../../ui/table.ts';

/** What a command can print of a row. */
export interface View<T, D = unknown> {
  /** Columns of the screen, for tables. */
  readonly columns: readonly Column<T, D>[];
  readonly data: D;
  /** JSON values by name, as the gateway sent them. */
  readonly fields: Readonly<Record<string, (row: T) => unknown>>;
  /** Text of `--output raw`; absent: there is no raw form. */
  readonly raw?: (row: T) => string;
}

/** Fields that are properties of the row. */
export const fieldsOf = <T>(...names: readonly (keyof T & string)[]): View<T>['fields'] =>
  Object.fromEntries(names.map(name => [name, (row: T) => row[name]]));
