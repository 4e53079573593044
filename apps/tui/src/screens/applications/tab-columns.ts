import type {Application} from '@edge-console/schema';
import type {Loaded} from '../../list/loaded/spec.ts';
import type {Role} from '../../theme/theme.ts';
import type {Column} from '../../ui/table.ts';
import {agentTitle} from './agents/agent-choice.ts';
import {applicationColumns} from './application-columns.ts';
import type {ApplicationRow, ApplicationsOwn} from './applications.ts';
import type {FieldChange, RowChange} from './changes/snapshots.ts';

type Data = Loaded<ApplicationRow, ApplicationsOwn>;
type RowColumn = Column<ApplicationRow, Data>;

const agentColumn: RowColumn = {
  ...{id: 'agent', cells: 16, fits: 4, priority: 2},
  given: (_row, {own}) => own.shown.length > 1,
  text: ({agent}, {data}) => agentTitle(data.own, agent),
  sort: ({agent}) => agent,
};

const FIELD_MARKS: Readonly<Partial<Record<FieldChange['field'], string>>> = {processes: 'procs'};

const markOf = ({kind, fields: [first, ...others]}: RowChange): string => {
  if (first === undefined) return kind;
  return `${FIELD_MARKS[first.field] ?? first.field}${others.length > 0 ? '+' : ''}`;
};

const changeRole = ({kind, fields}: RowChange): Role => {
  if (kind === 'gone') return 'muted';
  if (kind === 'new') return 'status.ok';
  return fields.some(({field, to}) => field === 'state' && to === 'offline') ? 'status.error' : 'status.warn';
};

const KINDS: readonly (RowChange['kind'] | undefined)[] = ['new', 'changed', 'gone', undefined];

const changeColumn: RowColumn = {
  ...{id: 'change', cells: 7, fits: 3, priority: 0, tight: true},
  given: ({change}) => change !== undefined,
  sort: ({change}) => KINDS.indexOf(change?.kind),
  text: ({change}) => (change === undefined ? '' : markOf(change)),
  role: ({change}) => change && changeRole(change),
};

const stateOf = ({online, staleSince, change}: ApplicationRow): string | undefined => {
  if (change?.kind === 'gone') return 'gone';
  if (staleSince === undefined) return undefined;
  return online === undefined ? 'stale' : `stale ${online ? 'on' : 'off'}`;
};

const stateColumn = (column: Column<Application>): RowColumn => ({
  ...column,
  tight: true,
  text: (row, context) => stateOf(row) ?? column.text(row, context),
  role: (row, context) => (row.staleSince === undefined ? column.role?.(row, context) : 'status.warn'),
});

const dimmedIfGone = (column: RowColumn): RowColumn => ({
  ...column,
  role: (row, context) => (row.change?.kind === 'gone' ? 'muted' : column.role?.(row, context)),
});

export const columnsOfAgents: readonly RowColumn[] = applicationColumns
  .flatMap((column): readonly RowColumn[] =>
    column.id === 'state' ? [stateColumn(column), changeColumn, agentColumn] : [column],
  )
  .map(dimmedIfGone);
