import type {Application} from '@edge-console/schema';
import type {RowChange} from './changes/snapshots.ts';

/** One list can show several agents, so each row has its agent. */
export interface ApplicationRow extends Application {
  readonly agent: string;
  /** When the row was received, in milliseconds since the epoch. Set only if the agent's last request failed. */
  readonly staleSince?: number | undefined;
  /** The difference to an earlier snapshot. */
  readonly change?: RowChange | undefined;
}

/** Properties that the gateway does not send. */
type Remarks = Pick<ApplicationRow, 'raw' | 'staleSince' | 'change'>;

/** Adds the properties as non-enumerable, so that JSON leaves them out. */
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

/**
 * Returns a unique key of a row. Ids of applications are unique only within their agent, so the key also has the agent.
 */
export const rowKey = ({agent, id}: Pick<ApplicationRow, 'agent' | 'id'>): string => `${agent} ${id}`;

/** Removes `change` from the rows, and the rows of applications that are gone. */
export const withoutChanges = (rows: readonly ApplicationRow[]): readonly ApplicationRow[] =>
  rows
    .filter(({change}) => change?.kind !== 'gone')
    .map(row => (row.change === undefined ? row : applicationRow(row, row.agent, {staleSince: row.staleSince})));
