import type {Condition} from '../../../core/condition.ts';
import type {EffectContext, Params} from '../../../core/screen.ts';
import type {Coverage, SampleRequest} from '../../../explore/sample/sample.ts';
import type {Report} from '../../../exports/report-dialog.ts';
import type {Values} from '../../../form/form.ts';
import type {ConditionAction} from '../../../list/conditions/condition-commands.ts';
import type {LoadedContext, LoadedSpec, LoadedState, LoadedStep} from '../../../list/loaded/spec.ts';
import type {LogFilter} from '../../../logs/filter.ts';
import type {FilterAction} from '../../../logs/filter-commands.ts';
import type {StatusPart} from '../../../ui/status-line.ts';

export interface ViewSource {
  readonly filter: LogFilter;
  /** By default, only a sample is read. */
  readonly reads?: 'all' | undefined;
}

interface Summary<T, X> {
  readonly rows: readonly T[];
  readonly about: Coverage | string;
  /** Shown in the status line if they fit. Sanitised. */
  readonly notes?: readonly string[];
  readonly own?: Partial<X>;
}

export type ViewAction =
  | {readonly kind: 'view.show'; readonly filter: LogFilter; readonly params: Params}
  | {readonly kind: 'view.entries'; readonly verb: Condition['verb']}
  /** Opens the error logs with the view's filter, and selects the newest entry with the selected row's value. */
  | {readonly kind: 'view.first'}
  | {readonly kind: 'view.read-all'}
  | ConditionAction
  | FilterAction
  | {readonly kind: 'view.export'; readonly values: Values | undefined};
export type ViewState<T, X> = LoadedState<T, ViewSource & X>;
export type ViewStep<T, X, A> = LoadedStep<T, ViewSource & X, ViewAction | A>;
export type ViewContext<T, X, A> = LoadedContext<T, ViewSource & X, ViewAction | A>;

export interface LogViewSpec<T, X, A extends {readonly kind: string}>
  extends Pick<
    LoadedSpec<T, ViewSource & X, ViewAction | A>,
    'title' | 'noun' | 'columns' | 'banner' | 'key' | 'subject' | 'detail' | 'alongside' | 'unseen' | 'shows' | 'empty'
  > {
  /** Word for a row in titles, such as `pattern`. */
  readonly what: string;
  readonly view: X;
  /** The subcommand of `logs` that prints the same rows, such as `patterns`. */
  readonly verb: string | ((source: X) => string);
  options?(source: X): readonly string[];
  /** The start of a relative time range in `source.filter` is already computed from the current time. */
  read(source: ViewSource & X, context: EffectContext, reading: Omit<SampleRequest, 'add'>): Promise<Summary<T, X>>;
  after?(source: X, rows: readonly T[]): readonly StatusPart[];
  /** True for a panel next to the error logs, whose status line already shows the filter. */
  readonly isPanel?: boolean;
  comparedWith?(source: ViewSource & X): string | undefined;
  opened?(params: Params): Partial<X>;
  /** Returns the parameters from which {@link opened} restores `source`. The caller adds those of the filter. */
  params?(source: X): Params;
  /** Returns the condition that entries with the row's value meet. Undefined if the console cannot test the value. */
  expressionOf(row: T): string | undefined;
  narrowed?(filter: LogFilter, row: T, verb: Condition['verb']): LogFilter | string;
  /** Returns the filter that shows a row's entries, or why there is none. Default: the view's filter. */
  within?(filter: LogFilter, row: T): LogFilter | string;
  /** Undefined before the first read. */
  report?(source: X): Report | undefined;
  update?(state: ViewState<T, X>, action: A, context: ViewContext<T, X, A>): ViewStep<T, X, A>;
  commands?: LoadedSpec<T, ViewSource & X, A>['commands'];
}

export type ViewUpdate<T, X, A extends {readonly kind: string}> = NonNullable<LogViewSpec<T, X, A>['update']>;
