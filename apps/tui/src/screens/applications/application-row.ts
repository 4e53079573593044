import type {Application} from '@edge-console/schema';
import type {RowChange} from './changes/snapshots.ts';

export interface ApplicationRow extends Application {
  readonly agent: string;
  /** When the row was received, in epoch milliseconds. Set only if the agent's last request failed. */
  readonly staleSince?: number | undefined;
  readonly change?: RowChange | undefined;
}

type Remarks = Pick<ApplicationRow, 'raw' | 'staleSince' | 'change'>;

/** Adds properties as non-enumerable, so that JSON leaves them out. */
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

/** Ids of applications are unique only within their agent. */
export const rowKey = ({agent, id}: Pick<ApplicationRow, 'agent' | 'id'>): string => `${agent} ${id}`;

export const withoutChanges = (rows: readonly ApplicationRow[]): readonly ApplicationRow[] =>
  rows
    .filter(({change}) => change?.kind !== 'gone')
    .map(row => (row.change === undefined ? row : applicationRow(row, row.agent, {staleSince: row.staleSince})));
