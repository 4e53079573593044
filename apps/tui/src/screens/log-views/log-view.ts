import {type Command, inGroup} from '../../commands/command.ts';
import type {EffectContext, Params} from '../../core/screen.ts';
import {ALL_ROWS, type Coverage, coverageText, progressText, SAMPLE_ROWS} from '../../explore/sample/sample.ts';
import {exportDialog} from '../../exports/dialog.ts';
import {exportCommand} from '../../exports/form.ts';
import type {Values} from '../../form/form.ts';
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
import {
  anyLog,
  currentFilter,
  filterOfParams,
  filterOptions,
  filterParams,
  filterWords,
  type LogFilter,
  rangeWords,
} from '../../logs/filter.ts';
import {sanitise} from '../../text/sanitise.ts';
import {unicodeGlyphs} from '../../theme/glyphs.ts';
import type {StatusPart} from '../../ui/status-line.ts';

/** The entries that a view is made of, and its own state. */
interface ViewSource<X> {
  readonly filter: LogFilter;
  /** `all`: every entry is read instead of a sample. */
  readonly reads?: 'all' | undefined;
  readonly view: X;
}

/** How entries are read: about so many, with progress. */
interface Reading {
  readonly rows: number;
  readonly signal: AbortSignal;
  readonly progress: (read: number, of: number | undefined) => void;
}

/** What is read, and what it was counted from: a coverage, or a text about it. */
interface Summary<T> {
  readonly rows: readonly T[];
  readonly about: Coverage | string;
}

type ViewAction =
  | {readonly kind: 'view.show'; readonly filter: LogFilter; readonly params: Params}
  | {readonly kind: 'view.rows' | 'view.others' | 'view.read-all'}
  | {readonly kind: 'view.export'; readonly values: Values | undefined};
export type ViewState<T, X> = LoadedState<T, ViewSource<X>>;
type ViewStep<T, X, A> = LoadedStep<T, ViewSource<X>, ViewAction | A>;
type ViewContext<T, X, A> = LoadedContext<T, ViewSource<X>, ViewAction | A>;

/** Entries that the error logs can show: of a filter, and with more parameters of that tab. */
interface Narrowed {
  readonly filter: LogFilter;
  readonly params: Params;
}

/** Declares a view of the logs: rows made of the entries of a filter. Only this state has the filter and its range. */
interface LogViewSpec<T, X, A extends {readonly kind: string}>
  extends Pick<
    LoadedSpec<T, ViewSource<X>, ViewAction | A>,
    'title' | 'noun' | 'columns' | 'key' | 'detail' | 'alongside' | 'unseen'
  > {
  /** What one row is, for titles: `pattern`. */
  readonly what: string;
  /** Initial state of the view beside the filter. */
  readonly view: X;
  /** The words of its command without the filter: `logs patterns`. */
  command(view: X): readonly string[];
  /** Reads the entries of a filter whose relative range ends now. */
  read(source: ViewSource<X>, context: EffectContext, reading: Reading): Promise<Summary<T>>;
  /** Which rows are shown; absent: all. */
  shows?(view: X): (row: T) => boolean;
  /** Sentences for a view without rows. */
  empty(view: X): readonly string[];
  /** More words for the status line, after what the rows were counted from. */
  after?(view: X, rows: readonly T[]): readonly StatusPart[];
  /** It is at the side of the entries, whose status line names the filter. */
  readonly isPanel?: boolean;
  /** The time range in words; by default that of the filter, if it has one. */
  rangeText?(source: ViewSource<X>): string;
  /** Its state after it was opened with parameters. */
  opened?(view: X, params: Params): X;
  /** Parameters beside the filter, as {@link opened} takes them. */
  params?(view: X): Params;
  /** The entries of a row. */
  entriesOf(source: ViewSource<X>, row: T): Narrowed;
  /** All other entries; absent: they cannot be shown. */
  entriesWithout?(source: ViewSource<X>, row: T): Narrowed;
  update?(state: ViewState<T, X>, action: A, context: ViewContext<T, X, A>): ViewStep<T, X, A>;
  commands?: LoadedSpec<T, ViewSource<X>, A>['commands'];
}

/** What a view does with its own actions. */
export type ViewUpdate<T, X, A extends {readonly kind: string}> = NonNullable<LogViewSpec<T, X, A>['update']>;

/** Changes the state of a view. */
export const withView = <T, X>(state: ViewState<T, X>, change: Partial<X>): ViewState<T, X> => {
  const {data} = state;
  return {...state, data: {...data, own: {...data.own, view: {...data.own.view, ...change}}}};
};

/** A view of the logs as a tab: opened with the filter as parameters, it goes back to the entries of a row. */
export const logView = <T, X, A extends {readonly kind: string} = never>(spec: LogViewSpec<T, X, A>) => {
  type Step = ViewStep<T, X, A>;
  const {shows, ...declared} = spec;

  const update = (state: ViewState<T, X>, action: ViewAction, context: ViewContext<T, X, A>): Step => {
    const source = state.data.own;
    switch (action.kind) {
      case 'view.show': {
        const {filter, params} = action;
        return context.reload(withOwn(state, {filter, view: spec.opened?.(source.view, params) ?? source.view}));
      }
      case 'view.read-all':
        return context.reload(withOwn(state, {...source, reads: 'all'}));
      case 'view.export':
        return [state, exportDialog({filter: source.filter}, action.values)];
      case 'view.rows':
      case 'view.others': {
        const {selected} = context;
        if (selected === undefined) return [state];
        const isRows = action.kind === 'view.rows';
        const narrowed = isRows ? spec.entriesOf(source, selected) : spec.entriesWithout?.(source, selected);
        if (narrowed === undefined) return [state];
        const {filter, params} = narrowed;
        const goto = {kind: 'goto', screen: 'error-logs', params: {...filterParams(filter), ...params}} as const;
        if (params.search === undefined) return [state, goto];
        const text = `Entries ${isRows ? 'of' : 'without'} the ${spec.what} are marked.`;
        return [state, goto, {kind: 'flash', tone: 'ok', text, hint: '{error-logs.next-match} goes to the next.'}];
      }
      default:
        return action satisfies never;
    }
  };

  return loadedScreen<T, ViewSource<X>, ViewAction | A>({
    ...declared,
    own: {filter: anyLog, view: spec.view},
    load: source =>
      async function* (context, signal, say) {
        const current = {...source, filter: currentFilter(source.filter, context.now())};
        const progress = (read: number, of: number | undefined): void => say(progressText(read, of));
        const reading = {rows: source.reads === 'all' ? ALL_ROWS : SAMPLE_ROWS, signal, progress};
        const {rows, about} = await spec.read(current, context, reading);
        const text = typeof about === 'string' ? about : coverageText(about);
        yield {items: rows, invalid: [], about: [{text, set: true, keeps: true}]};
      },
    ...(shows && {shows: ({view}) => shows(view)}),
    empty: ({view}) => spec.empty(view),
    status: (source, rows) => ({
      before: spec.isPanel === true ? [] : sourceWords(source.filter, spec.rangeText?.(source)),
      after: spec.after?.(source.view, rows) ?? [],
    }),
    asCommand: ({filter, reads, view}, arranged) => {
      const [noun = '', verb = '', ...options] = spec.command(view);
      return [noun, verb, ...filterOptions(filter), ...(reads === 'all' ? ['--all'] : []), ...options, ...arranged];
    },
    update: (state, action, context) =>
      isViewAction(action) ? update(state, action, context) : (spec.update?.(state, action, context) ?? [state]),
    open: params => {
      const filter = filterOfParams(params);
      return typeof filter === 'string' ? filter : {kind: 'view.show', filter, params};
    },
    address: ({data: {own}}) => ({...filterParams(own.filter), ...spec.params?.(own.view)}),
    commands: needsRow => [...viewCommands<T, X>(spec, needsRow), ...(spec.commands?.(needsRow) ?? [])],
  });
};

const isViewAction = <A extends {readonly kind: string}>(action: ViewAction | A): action is ViewAction =>
  action.kind.startsWith('view.');

const viewCommands = <T, X>(
  {what, detail, entriesWithout}: Pick<LogViewSpec<T, X, never>, 'what' | 'detail' | 'entriesWithout'>,
  needsRow: NeedsRow<T, Loaded<T, ViewSource<X>>>,
): readonly Command<ViewState<T, X>, ViewAction>[] => {
  const explore = inGroup<ViewState<T, X>, ViewAction>('Explore');
  const ofRow = inGroup<ViewState<T, X>, ViewAction>('Explore', {disabledReason: needsRow});
  const others = ofRow({
    id: 'others',
    title: `Go to the entries without the ${what}`,
    keys: ['!'],
    footer: 'others',
    action: {kind: 'view.others'},
  });
  return [
    ofRow({
      id: 'rows',
      title: `Go to the entries of the ${what}`,
      // Enter opens the details where there are some.
      keys: detail === undefined ? ['enter', 'L'] : ['L'],
      footer: 'its entries',
      action: {kind: 'view.rows'},
    }),
    ...(entriesWithout === undefined ? [] : [others]),
    explore({
      id: 'read-all',
      title: 'Read every entry instead of a sample',
      keys: ['A'],
      footer: 'read all',
      action: {kind: 'view.read-all'},
      disabledReason: ({data}) => (data.own.reads === 'all' ? 'every entry is read' : undefined),
    }),
    exportCommand('summary', values => ({kind: 'view.export', values})),
  ];
};

/** The filter in words, as far as it is set. */
const sourceWords = ({range, ...rest}: LogFilter, text: string | undefined): readonly StatusPart[] => {
  const isRanged = range.from !== undefined || range.to !== undefined;
  const time = text ?? (isRanged ? rangeWords(range) : undefined);
  return [
    ...filterWords({...rest, range: {}}, unicodeGlyphs.atLeast)
      .filter(({set}) => set)
      .map(part => ({...part, text: sanitise(part.text)})),
    ...(time === undefined ? [] : [{text: time, set: true, restricts: true}]),
  ];
};
