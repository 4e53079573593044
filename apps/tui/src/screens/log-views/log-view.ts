import {type Command, inGroup} from '../../commands/command.ts';
import type {Condition} from '../../core/condition.ts';
import {dataOf} from '../../core/remote.ts';
import {type EffectContext, type Params, shareOf} from '../../core/screen.ts';
import {
  ALL_ROWS,
  type Coverage,
  coverageText,
  progressText,
  SAMPLE_ROWS,
  type SampleRequest,
  WHOLE_ROWS,
} from '../../explore/sample/sample.ts';
import {exportDialog} from '../../exports/dialog.ts';
import {exportCommand} from '../../exports/form.ts';
import {type Report, reportCommand, reportDialog} from '../../exports/report-dialog.ts';
import type {Values} from '../../form/form.ts';
import {count} from '../../format/number.ts';
import type {ConditionAction} from '../../list/conditions/condition-commands.ts';
import type {NeedsRow} from '../../list/list.ts';
import {loadedScreen} from '../../list/loaded/loaded-screen.ts';
import {
  type Loaded,
  type LoadedContext,
  type LoadedSpec,
  type LoadedState,
  type LoadedStep,
  withOwn,
} from '../../list/loaded/spec.ts';
import {entryConditionCommands, entryConditionDialog} from '../../logs/conditions/entry-language.ts';
import {editConditions} from '../../logs/conditions/scope.ts';
import {
  anyLog,
  currentFilter,
  filterOfParams,
  filterOptions,
  filterParams,
  type LogFilter,
  scopeParams,
  scopeWords,
} from '../../logs/filter.ts';
import {changedFilter, type FilterAction, filterCommands} from '../../logs/filter-commands.ts';
import type {StatusPart} from '../../ui/status-line.ts';

interface ViewSource {
  readonly filter: LogFilter;
  /** `all`: reads all entries that match the filter. Absent: reads a sample. */
  readonly reads?: 'all' | undefined;
}

interface Summary<T, X> {
  readonly rows: readonly T[];
  readonly about: Coverage | string;
  /** Texts that the status line shows if they fit. Sanitised. */
  readonly notes?: readonly string[];
  /** Changes of the view's state that the request for the rows also returned. */
  readonly own?: Partial<X>;
}

type ViewAction =
  | {readonly kind: 'view.show'; readonly filter: LogFilter; readonly params: Params}
  /** Shows the entries that have the value of the selected row (`keep`) or that lack it (`drop`). */
  | {readonly kind: 'view.entries'; readonly verb: Condition['verb']}
  /** Selects the first entry with the value, in the unfiltered error logs. */
  | {readonly kind: 'view.first'}
  | {readonly kind: 'view.read-all'}
  | ConditionAction
  | FilterAction
  | {readonly kind: 'view.export'; readonly values: Values | undefined};
type ViewState<T, X> = LoadedState<T, ViewSource & X>;
type ViewStep<T, X, A> = LoadedStep<T, ViewSource & X, ViewAction | A>;
type ViewContext<T, X, A> = LoadedContext<T, ViewSource & X, ViewAction | A>;

/** A view lists rows, such as patterns, computed from the error-log entries that match a filter. */
interface LogViewSpec<T, X, A extends {readonly kind: string}>
  extends Pick<
    LoadedSpec<T, ViewSource & X, ViewAction | A>,
    'title' | 'noun' | 'columns' | 'banner' | 'key' | 'subject' | 'detail' | 'alongside' | 'unseen' | 'shows' | 'empty'
  > {
  /** Noun for a row in titles, such as `pattern`. */
  readonly what: string;
  readonly view: X;
  /** The subcommand of `logs` that prints the same rows, such as `patterns`. */
  readonly verb: string | ((source: X) => string);
  options?(source: X): readonly string[];
  /** Reads entries and computes the rows. The caller has already moved a relative time range to the current time. */
  read(source: ViewSource & X, context: EffectContext, reading: Omit<SampleRequest, 'add'>): Promise<Summary<T, X>>;
  after?(source: X, rows: readonly T[]): readonly StatusPart[];
  /** Whether the view is a panel beside the error logs, whose status line already shows the filter. */
  readonly isPanel?: boolean;
  /** Describes what the rows are compared with. The status line shows this after the scope. */
  comparedWith?(source: ViewSource & X): string | undefined;
  opened?(params: Params): Partial<X>;
  /** Inverse of {@link opened}: returns the `goto` parameters of the view, without those of its filter. */
  params?(source: X): Params;
  /** Returns the condition for the entries of a row. Undefined if only the gateway can filter by the value. */
  expressionOf(row: T): string | undefined;
  /** Returns the filter that keeps or drops the entries of a row, or a text that says why there is no such filter. */
  narrowed?(filter: LogFilter, row: T, verb: Condition['verb']): LogFilter | string;
  /** Returns the filter under which a row has entries, or a text that says why not. Default: the view's filter. */
  within?(filter: LogFilter, row: T): LogFilter | string;
  /**
   * Set if the rows are one report, which `x` writes to a file and the subcommand prints as a whole. Undefined before
   * the first read.
   */
  report?(source: X): Report | undefined;
  update?(state: ViewState<T, X>, action: A, context: ViewContext<T, X, A>): ViewStep<T, X, A>;
  commands?: LoadedSpec<T, ViewSource & X, A>['commands'];
}

export type ViewUpdate<T, X, A extends {readonly kind: string}> = NonNullable<LogViewSpec<T, X, A>['update']>;

/** Creates the screen of a view. The screen is opened with a filter; its commands show the entries of a row. */
export const logView = <T, X, A extends {readonly kind: string} = never>(spec: LogViewSpec<T, X, A>) => {
  type Step = ViewStep<T, X, A>;

  const narrowed = (filter: LogFilter, row: T, verb: Condition['verb']): LogFilter | string => {
    if (spec.narrowed !== undefined) return spec.narrowed(filter, row, verb);
    return editConditions(filter, {added: {verb, text: spec.expressionOf(row) ?? ''}});
  };

  const showing = (state: ViewState<T, X>, filter: LogFilter | string, context: ViewContext<T, X, A>): Step => {
    const {own} = state.data;
    if (typeof filter === 'string') return [state, warning(filter)];
    // A panel changes the filter of the error logs beside it, and shows the values under that filter.
    if (spec.isPanel === true) return [state, {...entriesWith(filter), keepsFocus: true}];
    return context.reload(withOwn(state, {...own, filter}));
  };

  const update = (state: ViewState<T, X>, action: ViewAction, context: ViewContext<T, X, A>): Step => {
    const source = state.data.own;
    const show = (wanted: LogFilter, own: Partial<X> = {}): Step => {
      const filter = currentFilter(wanted, context.env.now);
      return context.reload(withOwn(state, {...source, reads: undefined, filter, ...own}));
    };
    switch (action.kind) {
      case 'view.show':
        return show(action.filter, spec.opened?.(action.params));
      case 'view.read-all':
        return context.reload(withOwn(state, {...source, reads: 'all'}));
      case 'condition.ask': {
        const seen = (dataOf(state.data.rows) ?? []).flatMap(row => spec.expressionOf(row) ?? []);
        const conditions = source.filter.conditions ?? [];
        return [
          state,
          entryConditionDialog<ViewAction>({conditions, seen}, change => ({kind: 'condition.edit', ...change})),
        ];
      }
      case 'condition.value': {
        const {selected} = context;
        if (selected === undefined) return [state, warning('No row is selected whose value could be taken.')];
        return showing(state, narrowed(source.filter, selected, action.verb), context);
      }
      case 'condition.edit':
        return showing(state, editConditions(source.filter, action), context);
      case 'view.export':
        return [state, exported(source, action.values)];
      case 'view.entries':
      case 'view.first': {
        const {selected} = context;
        if (selected === undefined) return [state];
        const within = spec.within?.(source.filter, selected) ?? source.filter;
        if (typeof within === 'string') return [state, warning(within)];
        if (action.kind === 'view.entries') {
          const filter = narrowed(within, selected, action.verb);
          return [state, typeof filter === 'string' ? warning(filter) : entriesWith(filter)];
        }
        const find = spec.expressionOf(selected);
        const {params, ...goto} = entriesWith(within);
        return [state, find === undefined ? warning(NOT_CARRIED) : {...goto, params: {...params, find}}];
      }
      default: {
        const change = changedFilter(source.filter, action, {now: context.env.now});
        return 'dialog' in change ? [state, change.dialog] : show(change.filter);
      }
    }
  };

  const exported = (source: ViewSource & X, values: Values | undefined) => {
    const report = spec.report?.(source);
    return report === undefined ? exportDialog({filter: source.filter}, values) : reportDialog(report, values);
  };

  const comparison = (source: ViewSource & X): readonly StatusPart[] => {
    const text = spec.comparedWith?.(source);
    return text === undefined ? [] : [{text, set: true, restricts: true}];
  };

  return loadedScreen<T, ViewSource & X, ViewAction | A>({
    ...spec,
    reads: 'once',
    own: {filter: anyLog, ...spec.view},
    load: source =>
      async function* (context, signal, say) {
        const current = {...source, filter: currentFilter(source.filter, context.now())};
        const progress = (read: number, of: number | undefined): void => say(progressText(read, of), shareOf(read, of));
        const rows = source.reads === 'all' ? ALL_ROWS : SAMPLE_ROWS;
        const reading = {rows, wholeUpTo: Math.max(rows, WHOLE_ROWS), signal, progress};
        const {rows: items, about, notes = [], own} = await spec.read(current, context, reading);
        const parts = [
          {...aboutPart(about), set: true, dropsLast: true},
          ...notes.map(note => ({text: note, set: true})),
        ];
        yield {items, invalid: [], about: parts, ...(own && {own})};
      },
    status: (source, {rows, ui}) => ({
      before: [...(spec.isPanel === true ? [] : scopeWords(source.filter, ui.glyphs)), ...comparison(source)],
      after: spec.after?.(source, rows) ?? [],
    }),
    asCommand: (source, arranged) => {
      const all = source.reads === 'all' ? ['--all'] : [];
      const options = [...filterOptions(source.filter), ...all, ...(spec.options?.(source) ?? [])];
      const verb = typeof spec.verb === 'string' ? spec.verb : spec.verb(source);
      return ['logs', verb, ...options, ...(spec.report === undefined ? arranged : [])];
    },
    update: (state, action, context) =>
      isViewAction(action) ? update(state, action, context) : (spec.update?.(state, action, context) ?? [state]),
    open: params => shown(params, params),
    address: ({data: {own}}) => ({...filterParams(own.filter), ...spec.params?.(own)}),
    scope: {
      of: ({data}) => scopeParams(data.own.filter),
      show: scope => shown(scope, {}),
    },
    commands: needsRow => [
      ...viewCommands<T, X>(spec, needsRow),
      // A panel uses the filter of the error logs beside it, so it has no filter commands.
      ...(spec.isPanel === true ? [] : filterCommands<ViewState<T, X>>()),
      ...(spec.commands?.(needsRow) ?? []),
    ],
  });
};

const isViewAction = <A extends {readonly kind: string}>(action: ViewAction | A): action is ViewAction =>
  /^(?:view|filter|condition)\./.test(action.kind);

const shown = (scope: Params, params: Params): ViewAction | string => {
  const filter = filterOfParams(scope);
  return typeof filter === 'string' ? filter : {kind: 'view.show', filter, params};
};

/** Returns a text that says how many entries were read, even if all were. */
const aboutPart = (about: Coverage | string): Pick<StatusPart, 'text' | 'brief'> => {
  if (typeof about === 'string') return {text: about};
  const {kind, rows, kept} = about;
  const text = coverageText(about);
  if (kept === undefined) return {text: kind === 'all' && about.complete ? `${count(rows)} ${text}` : text};
  return {text, brief: `${count(kept)} of ${count(rows)} read`};
};

const entriesWith = (filter: LogFilter) =>
  ({kind: 'goto', screen: 'error-logs', params: filterParams(filter)}) as const;

const warning = (text: string) => ({kind: 'flash', tone: 'warn', text}) as const;

/** Entries contain neither node nor application; only the gateway knows them. */
const NOT_CARRIED = 'Entries do not carry this value, so none can be found among all. Show its entries instead.';

const exportOf = (values: Values | undefined): ViewAction => ({kind: 'view.export', values});

const viewCommands = <T, X>(
  {what, noun, detail, report}: Pick<LogViewSpec<T, X, never>, 'what' | 'noun' | 'detail' | 'report'>,
  needsRow: NeedsRow<T, Loaded<T, ViewSource & X>>,
): readonly Command<ViewState<T, X>, ViewAction>[] => {
  const explore = inGroup<ViewState<T, X>, ViewAction>('Explore');
  const ofRow = inGroup<ViewState<T, X>, ViewAction>('Explore', {disabledReason: needsRow});
  const readAll = explore({
    id: 'read-all',
    title: 'Read every entry instead of a sample',
    keys: ['A'],
    footer: 'read all',
    action: {kind: 'view.read-all'},
    disabledReason: ({data}) => (data.own.reads === 'all' ? 'every entry is read' : undefined),
  });
  return [
    ofRow({
      id: 'rows',
      title: `Go to the entries of the ${what}`,
      // If the view has details, Enter opens them, and Enter in the details shows the entries.
      keys: detail === undefined ? ['enter', 'L'] : ['L'],
      footerOf: ({list}) => (list.open ? undefined : 'its entries'),
      action: {kind: 'view.entries', verb: 'keep'},
    }),
    ...(detail === undefined
      ? []
      : [
          ofRow({
            id: 'detail-rows',
            title: 'Go to the entries from the details',
            keys: ['enter'],
            footer: 'its entries',
            action: {kind: 'view.entries', verb: 'keep'},
            when: ({list}) => list.open,
          }),
        ]),
    ofRow({
      id: 'others',
      title: `Go to the entries without the ${what}`,
      keys: ['!'],
      footer: 'others',
      action: {kind: 'view.entries', verb: 'drop'},
    }),
    ofRow({
      id: 'first-entry',
      title: 'Go to the first of its entries among all',
      keys: ['n'],
      action: {kind: 'view.first'},
    }),
    ...(report === undefined ? [readAll] : []),
    ...entryConditionCommands<ViewState<T, X>>(`the entries of this ${what}`),
    report === undefined
      ? exportCommand('summary', exportOf)
      : reportCommand({what: `the ${noun[1]}`, action: exportOf}, ({data: {own}}) =>
          report(own) === undefined ? 'nothing was read yet' : undefined,
        ),
  ];
};
