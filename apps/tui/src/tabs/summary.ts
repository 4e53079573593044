import type {Command} from '../commands/command.ts';
import type {EffectContext, Params} from '../core/screen.ts';
import {ALL_ROWS, type Coverage, coverageText, progressText, SAMPLE_ROWS} from '../explore/sample/sample.ts';
import {exportCommand, exportDialog} from '../exports/dialog.ts';
import type {Values} from '../form/form.ts';
import type {NeedsRow} from '../list/list.ts';
import {loadedScreen} from '../list/loaded/screen.ts';
import {
  type Loaded,
  type LoadedContext,
  type LoadedSpec,
  type LoadedState,
  type LoadedStep,
  withOwn,
} from '../list/loaded/spec.ts';
import {currentFilter, filterWords, type LogFilter, rangeWords} from '../logs/filter.ts';
import {filterOptions} from '../logs/filter-options.ts';
import {filterOfParams, filterParams} from '../logs/filter-params.ts';
import {sanitise} from '../text/sanitise.ts';
import {unicodeGlyphs} from '../theme/glyphs.ts';
import type {StatusPart} from '../ui/status-line.ts';

/** The entries that a tab summarises. */
export interface LogSource {
  readonly filter: LogFilter;
  /** `all`: every entry is read instead of a sample. */
  readonly reads?: 'all' | undefined;
}

/** How entries are read: about so many, with progress. */
interface Reading {
  readonly rows: number;
  readonly signal: AbortSignal;
  readonly progress: (read: number, of: number | undefined) => void;
}

type SummaryAction<A> =
  | {readonly kind: 'show'; readonly filter: LogFilter; readonly params: Params}
  | {readonly kind: 'rows' | 'others' | 'read-all'}
  | {readonly kind: 'export'; readonly values: Values | undefined}
  | A;
type SummaryState<T, X> = LoadedState<T, X>;
type SummaryStep<T, X, A> = LoadedStep<T, X, SummaryAction<A>>;
type SummaryContext<T, X, A> = LoadedContext<T, X, SummaryAction<A>>;

/** What is read, and what it was counted from: a coverage, or a text about it. */
interface Summary<T> {
  readonly rows: readonly T[];
  readonly about: Coverage | string;
}

/** Declares a tab that summarises the entries of a filter. */
interface SummarySpec<T, X extends LogSource, A extends {readonly kind: string}>
  extends Pick<
    LoadedSpec<T, X, SummaryAction<A>>,
    'title' | 'noun' | 'columns' | 'key' | 'detail' | 'empty' | 'own' | 'alongside' | 'shows' | 'unseen'
  > {
  /** What one row is, for titles: `pattern`. */
  readonly what: string;
  /** The words of its command without the filter: `logs patterns`. */
  command(own: X): readonly string[];
  /** Reads the entries of a filter whose relative range ends now. */
  read(own: X, context: EffectContext, reading: Reading): Promise<Summary<T>>;
  /** It can read every entry, in constant memory. */
  readonly readsAll?: true;
  /** More words for the status line, after what the rows were counted from. */
  readonly after?: (own: X, rows: readonly T[]) => readonly StatusPart[];
  /** It is at the side of the entries, whose status line names the filter. */
  readonly isPanel?: boolean;
  /** The time range in words; by default that of the filter, if it has one. */
  rangeText?(own: X): string;
  /** Its state for another filter; by default only the filter changes. */
  shown?(own: X, filter: LogFilter, params: Params): X;
  /** Parameters beside the filter, as {@link shown} takes them. */
  params?(own: X): Params;
  /** Changes the filter of the error logs to the entries of a row; `others`: to those without. */
  narrow(own: X, row: T, which: 'rows' | 'others'): {readonly filter: LogFilter; readonly more?: Params};
  /** Whether {@link narrow} knows `others`. */
  readonly excludes?: true;
  update?(state: SummaryState<T, X>, action: A, context: SummaryContext<T, X, A>): SummaryStep<T, X, A>;
  commands?: LoadedSpec<T, X, A>['commands'];
}

/** What a tab does with its own actions. */
export type SummaryUpdate<T, X extends LogSource, A extends {readonly kind: string}> = NonNullable<
  SummarySpec<T, X, A>['update']
>;

/** A tab about the entries of a filter: opened with the filter as parameters, it goes back to the entries of a row. */
export const summaryScreen = <T, X extends LogSource, A extends {readonly kind: string} = never>(
  spec: SummarySpec<T, X, A>,
) => {
  type Step = SummaryStep<T, X, A>;
  const {shown = (own: X, filter: LogFilter): X => ({...own, filter})} = spec;

  const update = (state: SummaryState<T, X>, action: SummaryAction<A>, context: SummaryContext<T, X, A>): Step => {
    const {own} = state.data;
    if (isShow(action))
      return context.reload(withOwn(state, {...shown(own, action.filter, action.params), reads: undefined}));
    if (isReadAll(action)) return context.reload(withOwn(state, {...own, reads: 'all'}));
    if (isExport(action)) return [state, exportDialog({filter: own.filter}, action.values)];
    if (!isGoto(action)) return spec.update?.(state, action as A, context) ?? [state];
    const {selected} = context;
    if (selected === undefined) return [state];
    const {filter, more} = spec.narrow(own, selected, action.kind);
    const goto = {kind: 'goto', screen: 'error-logs', params: {...filterParams(filter), ...more}} as const;
    if (more?.search === undefined) return [state, goto];
    const text = `Entries ${action.kind === 'rows' ? 'of' : 'without'} the ${spec.what} are marked.`;
    return [state, goto, {kind: 'flash', tone: 'ok', text, hint: '{error-logs.next-match} goes to the next.'}];
  };

  return loadedScreen<T, X, SummaryAction<A>>({
    ...spec,
    load: own =>
      async function* (context, signal, say) {
        const current = {...own, filter: currentFilter(own.filter, context.now())};
        const progress = (read: number, of: number | undefined): void => say(progressText(read, of));
        const reading = {rows: own.reads === 'all' ? ALL_ROWS : SAMPLE_ROWS, signal, progress};
        const {rows, about} = await spec.read(current, context, reading);
        const text = typeof about === 'string' ? about : coverageText(about);
        yield {items: rows, invalid: [], about: [{text, set: true, keeps: true}]};
      },
    status: (own, rows) => ({
      before: spec.isPanel === true ? [] : sourceWords(own.filter, spec.rangeText?.(own)),
      after: spec.after?.(own, rows) ?? [],
    }),
    asCommand: (own, arranged) => {
      const [noun = '', verb = '', ...options] = spec.command(own);
      const all = own.reads === 'all' ? ['--all'] : [];
      return [noun, verb, ...filterOptions(own.filter), ...all, ...options, ...arranged];
    },
    update,
    open: params => {
      const filter = filterOfParams(params);
      return typeof filter === 'string' ? filter : {kind: 'show', filter, params};
    },
    address: ({data: {own}}) => ({...filterParams(own.filter), ...spec.params?.(own)}),
    commands: (needsRow: NeedsRow<T, Loaded<T, X>>) => [
      {
        id: 'rows',
        title: `Go to the entries of the ${spec.what}`,
        // Enter opens the details where there are some.
        keys: spec.detail === undefined ? ['enter', 'L'] : ['L'],
        group: 'Explore',
        footer: 'its entries',
        action: {kind: 'rows'},
        disabledReason: needsRow,
      },
      ...(spec.excludes === undefined
        ? []
        : [
            {
              id: 'others',
              title: `Go to the entries without the ${spec.what}`,
              keys: ['!'],
              group: 'Explore',
              footer: 'others',
              action: {kind: 'others'},
              disabledReason: needsRow,
            } as const,
          ]),
      ...(spec.readsAll === undefined
        ? []
        : [
            {
              id: 'read-all',
              title: 'Read every entry instead of a sample',
              keys: ['A'],
              group: 'Explore',
              footer: 'read all',
              action: {kind: 'read-all'},
              disabledReason: ({data}) => (data.own.reads === 'all' ? 'every entry is read' : undefined),
            } as const satisfies Command<SummaryState<T, X>, SummaryAction<A>>,
          ]),
      exportCommand('summary', values => ({kind: 'export', values})),
      ...(spec.commands?.(needsRow) ?? []),
    ],
  });
};

const isShow = <A extends {readonly kind: string}>(
  action: SummaryAction<A>,
): action is {readonly kind: 'show'; readonly filter: LogFilter; readonly params: Params} => action.kind === 'show';

const isReadAll = <A extends {readonly kind: string}>(
  action: SummaryAction<A>,
): action is {readonly kind: 'read-all'} => action.kind === 'read-all';

const isExport = <A extends {readonly kind: string}>(
  action: SummaryAction<A>,
): action is {readonly kind: 'export'; readonly values: Values | undefined} => action.kind === 'export';

const isGoto = <A extends {readonly kind: string}>(
  action: SummaryAction<A>,
): action is {readonly kind: 'rows' | 'others'} => action.kind === 'rows' || action.kind === 'others';

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
