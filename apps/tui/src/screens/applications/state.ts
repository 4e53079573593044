import type {Agent, Application} from '@edge-console/schema';
import type {Motion} from '../../commands/motions.ts';
import type {Failure} from '../../core/failure.ts';
import {type ListPosition, listStart} from '../../core/list.ts';
import {idle, type Remote} from '../../core/remote.ts';

/** The agents that the console offers; `unoffered` where it has no such list (field fact 15). */
export type Agents =
  | {readonly kind: 'unknown'}
  | {readonly kind: 'offered'; readonly agents: readonly Agent[]}
  | {readonly kind: 'unoffered'; readonly failure: Failure};

export interface ApplicationsState {
  readonly agents: Agents;
  /** The agent shown, as text, since it may be typed. */
  readonly agent: string | undefined;
  /** Agents looked at in this run, the last one first. */
  readonly recent: readonly string[];
  readonly onlineOnly: boolean;
  readonly applications: Remote<readonly Application[]>;
  readonly position: ListPosition;
  readonly detail: boolean;
  readonly detailTop: number;
}

export const applicationsInitial: ApplicationsState = {
  agents: {kind: 'unknown'},
  agent: undefined,
  recent: [],
  onlineOnly: false,
  applications: idle,
  position: listStart,
  detail: false,
  detailTop: 0,
};

export type ApplicationsAction =
  | {readonly kind: 'enter'}
  | {readonly kind: 'leave'}
  | {readonly kind: 'refresh'}
  | {readonly kind: 'resized'}
  | {readonly kind: 'agents'; readonly agents: Agents}
  | {readonly kind: 'ask-agent'}
  | {readonly kind: 'agent'; readonly agent: string}
  | {readonly kind: 'step-agent'; readonly by: 1 | -1}
  | {readonly kind: 'online'}
  | {readonly kind: 'loaded'; readonly applications: readonly Application[]; readonly at: number; readonly ms: number}
  | {readonly kind: 'failed'; readonly failure: Failure}
  | {readonly kind: 'move'; readonly motion: Motion}
  | {readonly kind: 'detail'; readonly open: boolean}
  | {readonly kind: 'logs'}
  | {readonly kind: 'copy'};
