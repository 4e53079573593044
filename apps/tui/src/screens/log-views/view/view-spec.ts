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
  /** `all`: reads all entries that match the filter. If absent, reads a sample of them. */
  readonly reads?: 'all' | undefined;
}

interface Summary<T, X> {
  readonly rows: readonly T[];
  readonly about: Coverage | string;
  /** Texts that the status line shows if they fit. Sanitised. */
  readonly notes?: readonly string[];
  /** Properties to change in the view's state. */
  readonly own?: Partial<X>;
}

export type ViewAction =
  | {readonly kind: 'view.show'; readonly filter: LogFilter; readonly params: Params}
  /** Shows the entries that have the value of the selected row (`keep`) or that lack it (`drop`). */
  | {readonly kind: 'view.entries'; readonly verb: Condition['verb']}
  /** Selects the first entry with the value, in the unfiltered error logs. */
  | {readonly kind: 'view.first'}
  | {readonly kind: 'view.read-all'}
  | ConditionAction
  | FilterAction
  | {readonly kind: 'view.export'; readonly values: Values | undefined};
export type ViewState<T, X> = LoadedState<T, ViewSource & X>;
export type ViewStep<T, X, A> = LoadedStep<T, ViewSource & X, ViewAction | A>;
export type ViewContext<T, X, A> = LoadedContext<T, ViewSource & X, ViewAction | A>;

/** A view lists rows, such as patterns, computed from the error-log entries that match a filter. */
export interface LogViewSpec<T, X, A extends {readonly kind: string}>
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
  /** Whether the view is a panel beside the error logs. The status line of the error logs already shows the filter. */
  readonly isPanel?: boolean;
  /** Describes what the rows are compared with. The status line shows this after the filter. */
  comparedWith?(source: ViewSource & X): string | undefined;
  opened?(params: Params): Partial<X>;
  /** Inverse of {@link opened}: returns the `goto` parameters of the view, without those of its filter. */
  params?(source: X): Params;
  /** Returns the condition for the entries of a row. Undefined if only the gateway can filter by the value. */
  expressionOf(row: T): string | undefined;
  /** Returns the filter that keeps or drops the entries of a row, or a text that says why there is no such filter. */
  narrowed?(filter: LogFilter, row: T, verb: Condition['verb']): LogFilter | string;
  /**
   * Returns the filter that shows a row's entries, or a text that says why there is no such filter. Default: the view's
   * filter.
   */
  within?(filter: LogFilter, row: T): LogFilter | string;
  /**
   * Returns the rows as one report, which the key `x` writes to a file and the subcommand prints. Undefined before the
   * first read.
   */
  report?(source: X): Report | undefined;
  update?(state: ViewState<T, X>, action: A, context: ViewContext<T, X, A>): ViewStep<T, X, A>;
  commands?: LoadedSpec<T, ViewSource & X, A>['commands'];
}

export type ViewUpdate<T, X, A extends {readonly kind: string}> = NonNullable<LogViewSpec<T, X, A>['update']>;
