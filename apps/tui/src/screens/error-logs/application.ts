import type {Failure} from '../../core/failure.ts';
import {effect} from '../../core/screen.ts';
import {count, plural} from '../../format/number.ts';
import {type FoundApplications, findApplications} from '../../logs/find-applications.ts';
import {type LogsAction, type LogsState, type LogsStep, logRows} from './model/state.ts';
import {requestIdsOf} from './request.ts';

export type ApplicationAction =
  /** Looks for the application that has entries of the request of the selected one. */
  | {readonly kind: 'application'}
  | {readonly kind: 'application-found'; readonly found: FoundApplications}
  | {readonly kind: 'application-failed'; readonly failure: Failure};

export const updateApplication = (state: LogsState, action: ApplicationAction): LogsStep => {
  switch (action.kind) {
    case 'application': {
      const id = requestOf(state);
      if (id === undefined) return [state, {kind: 'flash', tone: 'warn', ...NO_REQUEST}];
      const finding = effect<LogsAction>(
        'application',
        async ({client}, signal) => ({
          kind: 'application-found',
          found: await findApplications(client(), id, signal),
        }),
        failure => ({kind: 'application-failed', failure}),
      );
      return [state, {kind: 'flash', tone: 'ok', text: 'Looking for the application …'}, finding];
    }
    case 'application-found': {
      const {applications, asked, isWhole} = action.found;
      const [first, ...others] = applications;
      if (first === undefined) {
        const of = plural(asked, 'application', 'applications');
        const text = `None of ${isWhole ? '' : 'the first '}${of} has entries of this request.`;
        return [state, {kind: 'flash', tone: 'warn', text}];
      }
      const {agent, application} = first;
      const shown =
        others.length === 0
          ? 'This application has entries of the request.'
          : `${count(applications.length)} applications have entries of the request; this is the first.`;
      return [
        state,
        {kind: 'goto', screen: 'applications', params: {agent, application: String(application)}},
        {kind: 'flash', tone: 'ok', text: shown},
      ];
    }
    case 'application-failed': {
      const {message: text, hint} = action.failure;
      return [state, {kind: 'flash', tone: 'error', text, hint}];
    }
    default:
      return action satisfies never;
  }
};

const NO_REQUEST = {
  text: 'The entry names no request, by which its application is found.',
  hint: '{error-logs.pivot} asks for one.',
};

/** The request of the view, or else the only one that the selected entry names. */
const requestOf = (state: LogsState): string | undefined => {
  const entry = logRows(state).rowAt(state.list.position.selected);
  const [id, ...others] = entry === undefined ? [] : requestIdsOf(entry);
  return state.data.filter.req ?? (others.length > 0 ? undefined : id);
};
