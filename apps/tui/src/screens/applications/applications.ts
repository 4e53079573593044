import type {Application} from '@edge-console/schema';
import type {Condition} from '../../core/condition.ts';
import type {Failure} from '../../core/failure.ts';
import type {ConditionAction} from '../../list/conditions/condition-commands.ts';
import type {LoadedContext, LoadedState, LoadedStep} from '../../list/loaded/spec.ts';
import type {ApplicationChange} from '../../saved/application-snapshots.ts';
import type {AgentChoice, AgentsAction} from './agents/agent-choice.ts';
import type {Picked} from './agents/agent-picker.ts';
import type {AgentRows} from './agents/read-agents.ts';
import type {AgentSnapshots, RowChange} from './changes/snapshots.ts';
import type {Compared} from './compare/compare-dialog.ts';

export interface ApplicationRow extends Application {
  readonly agent: string;
  /** When the row was received, in epoch milliseconds. Set only if the console's last request for the agent failed. */
  readonly staleSince?: number | undefined;
  readonly change?: RowChange | undefined;
}

type Remarks = Partial<Pick<ApplicationRow, 'raw' | 'staleSince' | 'change'>>;

/** Adds properties as non-enumerable, so that JSON leaves them out. */
export const applicationRow = (application: Application, agent: string, remarks: Remarks = {}): ApplicationRow =>
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

export interface ApplicationsOwn extends AgentChoice {
  readonly onlineOnly: boolean;
  readonly received: ReadonlyMap<string, AgentRows>;
  readonly conditions: readonly Condition[];
  readonly snapshots: ReadonlyMap<string, AgentSnapshots>;
  /** Newest first. Undefined until the saved changes are read. */
  readonly changes: readonly ApplicationChange[] | undefined;
}

export type ApplicationsState = LoadedState<ApplicationRow, ApplicationsOwn>;

export type ApplicationsAction =
  | AgentsAction
  | ConditionAction
  | {readonly kind: 'ask-agent' | 'online' | 'logs' | 'ask-compare' | 'seen' | 'changes'}
  | {readonly kind: 'picked'; readonly picked: Picked; readonly by: 'show' | 'compare'}
  | {readonly kind: 'compare'; readonly agent: string}
  | {readonly kind: 'compared'; readonly compared: Compared}
  | {readonly kind: 'compare-failed'; readonly failure: Failure}
  | {readonly kind: 'show'; readonly agents: readonly string[]; readonly application?: number}
  | {readonly kind: 'step-agent'; readonly by: 1 | -1};

export type ApplicationsStep = LoadedStep<ApplicationRow, ApplicationsOwn, ApplicationsAction>;
export type ApplicationsContext = LoadedContext<ApplicationRow, ApplicationsOwn, ApplicationsAction>;
