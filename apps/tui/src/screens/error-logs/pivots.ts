import {type Command, inGroup} from '../../commands/command.ts';
import type {Failure} from '../../core/failure.ts';
import {effect, failureFlash, flash, type Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import {explainDialog} from '../../explore/report/explain.ts';
import type {RunbookSource} from '../../explore/report/runbooks.ts';
import type {FieldSpec} from '../../form/form.ts';
import {count, plural} from '../../format/number.ts';
import {requestIdsOf} from '../../logs/conditions/entry-values.ts';
import {filterParams} from '../../logs/filter.ts';
import {type FoundApplications, findApplications} from '../../logs/find-applications.ts';
import {createMessages} from '../../logs/messages.ts';
import {sanitise} from '../../text/sanitise.ts';
import {type LogsNeedRow, type LogsState, type LogsStep, selectedEntry} from './log-state.ts';
import {createFolding} from './model/folding.ts';

export type PivotAction =
  /** Default: the request id of the selected entry. */
  | {readonly kind: 'pivot.request'; readonly id?: string}
  | {readonly kind: 'pivot.application'}
  | {readonly kind: 'pivot.application-found'; readonly found: FoundApplications}
  | {readonly kind: 'pivot.application-failed'; readonly failure: Failure}
  /** If `source` is absent, reads the runbooks first. */
  | {readonly kind: 'pivot.explain'; readonly source?: RunbookSource};

type PivotStep = LogsStep<PivotAction>;

/** The list of patterns also uses `E` for this command. Here, `E` selects the previous error. */
const EXPLAIN_KEYS = ['i'];

export const updatePivots = (state: LogsState, action: PivotAction): PivotStep => {
  const {filter, folding} = state.data;
  const entry = selectedEntry(state);
  const ids = entry === undefined ? [] : requestIdsOf(entry);
  const only = ids.length === 1 ? ids[0] : undefined;
  switch (action.kind) {
    case 'pivot.request': {
      const {id = only} = action;
      return [state, id === undefined ? requestDialog(ids) : goToRequest(id)];
    }
    case 'pivot.application': {
      const {req = only} = filter;
      return req === undefined
        ? [state, flash('warn', NO_REQUEST, '{error-logs.pivot} asks for one.')]
        : [state, flash('ok', 'Looking for the application …'), lookForApplication(req)];
    }
    case 'pivot.application-found':
      return [state, ...showApplication(action.found)];
    case 'pivot.application-failed':
      return [state, failureFlash(action.failure)];
    case 'pivot.explain': {
      const {source} = action;
      if (entry === undefined) return [state];
      if (source === undefined) return [state, readRunbooks];
      const patternOf = folding ?? createFolding(createMessages(source.messages ?? []));
      return [state, explainDialog(patternOf(entry), source, EXPLAIN_KEYS)];
    }
    default:
      return action satisfies never;
  }
};

const goToRequest = (req: string): Intent<PivotAction> => ({
  kind: 'goto',
  screen: 'error-logs',
  params: filterParams({req, range: {}}),
});

const requestDialog = (ids: readonly string[]): Intent<PivotAction> => {
  const common = {name: 'id', label: 'Request id'};
  const field: FieldSpec =
    ids.length > 0
      ? {...common, kind: 'choice', options: ids.map(id => ({value: id, label: sanitise(id)}))}
      : {
          ...common,
          kind: 'text',
          placeholder: '24 hex characters, as in the response or the access log',
          check: value => (value.trim() === '' ? 'enter a request id' : undefined),
          note: () => 'This entry names none: look in the access log.',
        };
  return formDialog(
    {
      title: ids.length > 0 ? 'The message has several request ids' : 'All entries of a request',
      fields: [field],
      submitLabel: 'show',
      submit: async ({id = ''}) => id.trim(),
    },
    (id): PivotAction => ({kind: 'pivot.request', id}),
  );
};

const NO_REQUEST = 'The entry names no request, by which its application is found.';

const lookForApplication = (req: string) =>
  effect<PivotAction>(
    'application',
    async ({client}, signal) => ({
      kind: 'pivot.application-found',
      found: await findApplications(client(), req, signal),
    }),
    failure => ({kind: 'pivot.application-failed', failure}),
  );

const showApplication = ({applications, counted, isComplete}: FoundApplications): readonly Intent<PivotAction>[] => {
  const [first] = applications;
  if (first === undefined) {
    const of = `${isComplete ? '' : 'the first '}${plural(counted, 'application')}`;
    return [flash('warn', `None of ${of} has entries of this request.`)];
  }
  const {agent, application} = first;
  const text =
    applications.length === 1
      ? 'This application has entries of the request.'
      : `${count(applications.length)} applications have entries of the request; this is the first.`;
  return [{kind: 'goto', screen: 'applications', params: {agent, application: String(application)}}, flash('ok', text)];
};

const readRunbooks = effect<PivotAction>(
  'explain',
  async ({runbooks, messages, configPath}) => ({kind: 'pivot.explain', source: {runbooks, messages, configPath}}),
  () => ({kind: 'pivot.explain', source: {runbooks: {}}}),
);

export const pivotCommands = (needsRow: LogsNeedRow): readonly Command<LogsState, PivotAction>[] => {
  const explore = inGroup<LogsState, PivotAction>('Explore');
  const ofEntry = inGroup<LogsState, PivotAction>('Explore', {disabledReason: needsRow});
  return [
    ofEntry({id: 'pivot', title: 'Show all entries of the same request', keys: ['o'], action: {kind: 'pivot.request'}}),
    explore({
      id: 'application',
      title: 'Show the application that wrote the entry',
      keys: ['a'],
      action: {kind: 'pivot.application'},
      disabledReason: state => (state.data.filter.req === undefined ? needsRow(state) : undefined),
    }),
    ofEntry({
      id: 'explain',
      title: 'Explain the pattern of the entry',
      keys: EXPLAIN_KEYS,
      footer: 'explain',
      action: {kind: 'pivot.explain'},
    }),
  ];
};
