import type {Condition} from '../../core/condition.ts';
import type {Failure} from '../../core/failure.ts';
import type {ConditionAction} from '../../list/conditions/condition-commands.ts';
import type {LoadedContext, LoadedState, LoadedStep} from '../../list/loaded/spec.ts';
import type {ApplicationChange} from '../../saved/application-snapshots.ts';
import type {AgentChoice, AgentsAction} from './agents/agent-choice.ts';
import type {Picked} from './agents/agent-picker.ts';
import type {AgentRows} from './agents/read-agents.ts';
import type {ApplicationRow} from './application-row.ts';
import type {AgentSnapshots} from './changes/snapshots.ts';
import type {Compared} from './compare/compare-dialog.ts';

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
