import type {Condition} from '../../../core/condition.ts';
import {dataOf} from '../../../core/remote.ts';
import {flash, type Params, shareOf} from '../../../core/screen.ts';
import {
  ALL_ROWS,
  type Coverage,
  coverageText,
  progressText,
  SAMPLE_ROWS,
  WHOLE_ROWS,
} from '../../../explore/sample/sample.ts';
import {exportDialog} from '../../../exports/export-dialog.ts';
import {reportDialog} from '../../../exports/report-dialog.ts';
import type {Values} from '../../../form/form.ts';
import {count} from '../../../format/number.ts';
import {conditionDialog} from '../../../list/dialogs/condition-dialog.ts';
import {loadedScreen} from '../../../list/loaded/loaded-screen.ts';
import {withOwn} from '../../../list/loaded/spec.ts';
import {entryLanguage} from '../../../logs/conditions/entry-test.ts';
import {editConditions} from '../../../logs/conditions/scope.ts';
import {
  anyLog,
  currentFilter,
  filterOfParams,
  filterOptions,
  filterParams,
  type LogFilter,
  scopeParams,
  scopeWords,
} from '../../../logs/filter.ts';
import {changedFilter, filterCommands} from '../../../logs/filter-commands.ts';
import type {StatusPart} from '../../../ui/status-line.ts';
import {viewCommands} from './row-commands.ts';
import type {LogViewSpec, ViewAction, ViewContext, ViewSource, ViewState, ViewStep} from './view-spec.ts';

export const logView = <T, X, A extends {readonly kind: string} = never>(spec: LogViewSpec<T, X, A>) => {
  type Step = ViewStep<T, X, A>;

  const narrowed = (filter: LogFilter, row: T, verb: Condition['verb']): LogFilter | string => {
    if (spec.narrowed !== undefined) return spec.narrowed(filter, row, verb);
    return editConditions(filter, {added: {verb, text: spec.expressionOf(row) ?? ''}});
  };

  const showing = (state: ViewState<T, X>, filter: LogFilter | string, context: ViewContext<T, X, A>): Step => {
    const {own} = state.data;
    if (typeof filter === 'string') return [state, warning(filter)];
    // A panel applies the filter to the error logs next to it, and then reads the values of the filtered entries.
    if (spec.isPanel === true) return [state, {...entriesWith(filter), keepsFocus: true}];
    return context.reload(withOwn(state, {...own, filter}));
  };

  const update = (state: ViewState<T, X>, action: ViewAction, context: ViewContext<T, X, A>): Step => {
    const source = state.data.own;
    const {selected} = context;
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
        return [state, conditionDialog({rows: 'entries', language: entryLanguage, conditions, seen})];
      }
      case 'condition.value':
        if (selected === undefined) return [state, warning('No row is selected whose value could be taken.')];
        return showing(state, narrowed(source.filter, selected, action.verb), context);
      case 'condition.edit':
        return showing(state, editConditions(source.filter, action), context);
      case 'view.export':
        return [state, exported(source, action.values)];
      case 'view.entries':
      case 'view.first': {
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
        const step = (text: string): void => say(text);
        const reading = {rows, wholeUpTo: Math.max(rows, WHOLE_ROWS), signal, progress, step};
        const {rows: items, about, notes = [], own} = await spec.read(current, context, reading);
        const first = {...aboutPart(about), set: true, dropsLast: true};
        const parts = [first, ...notes.map(text => ({text, set: true}))];
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
    scope: {of: ({data}) => scopeParams(data.own.filter), show: scope => shown(scope, {})},
    commands: needsRow => [
      ...viewCommands<T, X>(spec, needsRow),
      // A panel uses the filter of the error logs next to it, so it has no filter commands.
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

const aboutPart = (about: Coverage | string): Pick<StatusPart, 'text' | 'brief'> => {
  if (typeof about === 'string') return {text: about};
  const {kind, rows, kept} = about;
  const text = coverageText(about);
  if (kept === undefined) return {text: kind === 'all' && about.complete ? `${count(rows)} ${text}` : text};
  return {text, brief: `${count(kept)} of ${count(rows)} read`};
};

const entriesWith = (filter: LogFilter) =>
  ({kind: 'goto', screen: 'error-logs', params: filterParams(filter)}) as const;

const warning = (text: string) => flash('warn', text);

const NOT_CARRIED = 'Entries do not carry this value, so none can be found among all. Show its entries instead.';
