import type {Application} from '@edge-console/schema';
import type {Loaded} from '../../list/loaded/spec.ts';
import type {Column} from '../../ui/table.ts';
import {agentTitle} from './agents.ts';
import {applicationColumns} from './application-columns.ts';
import type {ApplicationRow} from './application-row.ts';
import type {ApplicationsOwn} from './applications.ts';

type Data = Loaded<ApplicationRow, ApplicationsOwn>;

const agentColumn: Column<ApplicationRow, Data> = {
  ...{id: 'agent', cells: 16, fits: 4, priority: 2},
  given: (_row, {own}) => own.shown.length > 1,
  text: ({agent}, {data}) => agentTitle(data.own, agent),
  sort: ({agent}) => agent,
};

/** Rows of a failed agent have no online mark, since the state may have changed. */
const stateOf = (column: Column<Application>): Column<ApplicationRow, Data> => ({
  ...column,
  text: (row, look) => (row.staleSince === undefined ? column.text(row, look) : staleText(row)),
  role: (row, look) => (row.staleSince === undefined ? column.role?.(row, look) : 'status.warn'),
});

const staleText = ({online}: ApplicationRow): string =>
  online === undefined ? 'stale' : `stale ${online ? 'on' : 'off'}`;

const [stateColumn, ...others] = applicationColumns;

/** The columns of the Applications tab. */
export const columnsOfAgents: readonly Column<ApplicationRow, Data>[] = [
  ...(stateColumn === undefined ? [] : [stateOf(stateColumn)]),
  agentColumn,
  ...others,
];
