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
  /** `all`: all entries that match the filter are read. By default, only a sample is read. */
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
  /** Shows the entries with the value of the selected row (`keep`) or without it (`drop`). */
  | {readonly kind: 'view.entries'; readonly verb: Condition['verb']}
  /** Selects the first entry with the value in the unfiltered error logs. */
  | {readonly kind: 'view.first'}
  | {readonly kind: 'view.read-all'}
  | ConditionAction
  | FilterAction
  | {readonly kind: 'view.export'; readonly values: Values | undefined};
export type ViewState<T, X> = LoadedState<T, ViewSource & X>;
export type ViewStep<T, X, A> = LoadedStep<T, ViewSource & X, ViewAction | A>;
export type ViewContext<T, X, A> = LoadedContext<T, ViewSource & X, ViewAction | A>;

/** A view lists rows, such as patterns, that are computed from the error-log entries of a filter. */
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
  /** The caller has already moved a relative time range to the current time. */
  read(source: ViewSource & X, context: EffectContext, reading: Omit<SampleRequest, 'add'>): Promise<Summary<T, X>>;
  after?(source: X, rows: readonly T[]): readonly StatusPart[];
  /** True for a panel beside the error logs, whose status line already shows the filter. */
  readonly isPanel?: boolean;
  /** What the rows are compared with. Shown in the status line, after the filter. */
  comparedWith?(source: ViewSource & X): string | undefined;
  opened?(params: Params): Partial<X>;
  /** Returns the parameters from which {@link opened} restores `source`, without those of the filter. */
  params?(source: X): Params;
  /** Returns the condition for a row's value. Undefined if only the gateway can filter by the value. */
  expressionOf(row: T): string | undefined;
  /** Returns the filter that keeps or drops the entries of a row, or a text that says why there is none. */
  narrowed?(filter: LogFilter, row: T, verb: Condition['verb']): LogFilter | string;
  /** Returns the filter that shows a row's entries, or a text that says why there is none. Default: the view's filter. */
  within?(filter: LogFilter, row: T): LogFilter | string;
  /** One report of all rows, for the key `x` and for the subcommand. Undefined before the first read. */
  report?(source: X): Report | undefined;
  update?(state: ViewState<T, X>, action: A, context: ViewContext<T, X, A>): ViewStep<T, X, A>;
  commands?: LoadedSpec<T, ViewSource & X, A>['commands'];
}

export type ViewUpdate<T, X, A extends {readonly kind: string}> = NonNullable<LogViewSpec<T, X, A>['update']>;
