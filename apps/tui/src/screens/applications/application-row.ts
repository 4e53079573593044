import type {Application} from '@edge-console/schema';
import type {RowChange} from './changes/snapshots.ts';

/** An application with its agent, since several agents can be shown in one list. */
export interface ApplicationRow extends Application {
  readonly agent: string;
  /** Time when the row was received, in milliseconds since the epoch. Set only if the agent's last request failed. */
  readonly staleSince?: number | undefined;
  /** How the application differs from an earlier snapshot. */
  readonly change?: RowChange | undefined;
}

/** Properties that the console adds to an application. The gateway does not send them. */
type Remarks = Pick<ApplicationRow, 'raw' | 'staleSince' | 'change'>;

/** Adds non-enumerable properties to an application, so that JSON omits them. */
export const applicationRow = (
  application: Application,
  agent: string,
  remarks: Partial<Remarks> = {},
): ApplicationRow =>
  Object.defineProperties(
    {...application, agent} as ApplicationRow,
    Object.fromEntries(
      Object.entries({raw: application.raw, ...remarks}).map(([name, value]) => [name, {value, enumerable: false}]),
    ),
  );

/** Returns the key of a row. It includes the agent, since ids of applications are unique only within their agent. */
export const rowKey = ({agent, id}: Pick<ApplicationRow, 'agent' | 'id'>): string => `${agent} ${id}`;

/** Returns the rows without their `change`. Omits the rows of applications that are gone. */
export const withoutChanges = (rows: readonly ApplicationRow[]): readonly ApplicationRow[] =>
  rows
    .filter(({change}) => change?.kind !== 'gone')
    .map(row => (row.change === undefined ? row : applicationRow(row, row.agent, {staleSince: row.staleSince})));
