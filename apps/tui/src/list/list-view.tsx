import type {FC} from 'react';
import {count} from '../format/number.ts';
import {sanitise} from '../text/sanitise.ts';
import {truncate} from '../text/width.ts';
import {type Ui, useTimed, useUi} from '../ui/context.ts';
import {QUIET_MS} from '../ui/freshness.ts';
import {failureLines, Lines} from '../ui/Lines.tsx';
import {type StatusPart, statusLine} from '../ui/status-line.ts';
import {headText, placeRows, type TableContext, tableLines} from '../ui/table.ts';
import {type ListScreenState, type ListSpec, type ListState, layoutOf, PREVIEW_ROWS, selectedRow} from './list.ts';
import {detailLines, problemLines, problemsOf} from './rows/details.ts';
import {shownColumns} from './rows/flow.ts';
import {itemsInView, pinnedInView} from './rows/in-view.ts';
import {splitMatches} from './rows/search.ts';

const CLOCK_STEP_MS = 5_000;

export const listView = <T, D, A extends {readonly kind: string}>(
  spec: ListSpec<T, D, A>,
): FC<{readonly state: ListScreenState<T, D>}> => {
  type State = ListScreenState<T, D>;

  /** Empty if the column title with the sort arrow is visible. */
  const hiddenSort = (state: State, now: number, ui: Ui): readonly StatusPart[] => {
    const {sort, wrap, open} = state.list;
    if (sort === undefined || open) return [];
    const rows = {columns: shownColumns(spec, state), items: itemsInView(spec, state, ui)};
    const context = {now, ...ui, data: state.data, wrap, sort};
    const placed = placeRows(rows, context, ui.columns).filter(({column}) => column.id === sort.column);
    const arrow = ` ${sort.descending ? ui.glyphs.descending : ui.glyphs.ascending}`;
    if (headText(placed, context).includes(arrow)) return [];
    return [{text: `sorted by ${sort.column}${arrow}`, set: true, restricts: true}];
  };

  const statusOf = (state: State, now: number, {ui, preview}: {ui: Ui; preview: boolean}): string => {
    const {left: own, right} = spec.status(state, ui);
    const left = [...own, ...hiddenSort(state, now, ui)];
    const {marked} = state.list;
    const link = spec.remote(state.data);
    const marks = marked.size > 0 ? [ui.paint('accent', `${count(marked.size)} marked`)] : [];
    // The failure of a refresh is shown in the preview. Without a preview, it is shown in the status line.
    const shown = preview && link.kind === 'stale' ? {...link, failure: undefined} : link;
    return statusLine({left, right: [...marks, ...right], link: shown}, now, ui);
  };

  const failureOf = (state: State, ui: Ui): readonly string[] => {
    const remote = spec.remote(state.data);
    const failure = 'failure' in remote ? remote.failure : spec.failure?.(state.data);
    return failure === undefined ? [] : failureLines(failure, {ui, cells: ui.columns - 2});
  };

  const previewLines = (state: State, ui: Ui, context: TableContext<D>): readonly string[] => {
    const failure = failureOf(state, ui);
    if (failure.length > 0) return failure;
    const row = selectedRow(spec, state);
    if (row === undefined) return [];
    const detail = {...context, say: ui.say, link: ui.link, cells: ui.columns - 2};
    const odd = problemLines(row, detail).slice(0, 1);
    const brief = spec.brief?.(row, detail) ?? [];
    return [...brief.slice(0, PREVIEW_ROWS - odd.length), ...odd].map(line => ` ${line}`);
  };

  return function ListView({state}) {
    const ui = useUi();
    const {paint, glyphs, columns, rows} = ui;
    const {list, data} = state;
    const layout = layoutOf(spec, state, ui);
    const step = spec.clockStep?.(data) ?? CLOCK_STEP_MS;
    const now = useTimed(time => Math.floor(time / step) * step);
    const status = useTimed(time => statusOf(state, time, {ui, preview: layout.previewRows > 0}));
    const waiting = useTimed(time => {
      const link = spec.remote(data);
      const isLong = link.kind === 'loading' && time - link.since >= QUIET_MS;
      return isLong ? (spec.waiting?.(state) ?? '') : '';
    });
    const hasBanner = (spec.banner?.rows(state, ui) ?? 0) > 0;
    const rule = paint('rule', glyphs.rule.repeat(columns));
    const banner = useTimed(time => (hasBanner ? (spec.banner?.lines(state, {ui, now: time}) ?? []).join('\n') : rule));
    const head = layout.rules ? [status, rule] : [status];

    if (list.open && spec.detail !== undefined && selectedRow(spec, state) !== undefined) {
      const lines = detailLines(spec, state, {ui, now});
      const height = rows - head.length;
      const top = Math.min(list.detailTop, Math.max(0, lines.length - height));
      const shown = lines.slice(top, top + height);
      return <Lines lines={[...head, ...shown]} height={rows} />;
    }
    const {sideways, wrap, sort} = list;
    const context: TableContext<D> = {now, glyphs, paint, data, sideways, wrap, sort, highlight: highlightOf(list, ui)};
    const isEmpty = spec.rows(state).count === 0;
    const emptyLines = waiting === '' ? spec.empty(state) : [waiting];
    const table = tableLines(
      {
        columns: shownColumns(spec, state),
        items: itemsInView(spec, state, ui),
        height: layout.listRows,
        pinned: pinnedInView(spec, state, ui),
        isFlagged: row => spec.isFlagged?.(row, data) === true,
        isMarked: row => list.marked.has(spec.key(row)),
        isHighlighted: row => list.search?.found?.isMatch(row) ?? true,
        isOdd: row => problemsOf(row).length > 0,
        empty: isEmpty ? ['', ...emptyLines.map(line => `   ${ui.say(line)}`), ...failureOf(state, ui)] : [],
      },
      context,
      columns,
    );
    const preview = isEmpty ? [] : previewLines(state, ui, context);
    const under = layout.previewRows === 0 ? [] : [rule, ...preview.slice(0, layout.previewRows)];
    const above = [status, ...banner.split('\n').slice(0, layout.rules ? undefined : -1)];
    return <Lines lines={[...above, ...table, ...under]} height={rows} />;
  };
};

export const VALUE_CELLS = 24;

export const searchText = ({search}: Pick<ListState<never>, 'search'>): string => {
  if (search === undefined) return '';
  const {text, found} = search;
  return found === undefined ? `/${truncate(sanitise(text), 20)}` : truncate(sanitise(found.label), VALUE_CELLS);
};

const highlightOf = ({search}: Pick<ListState<never>, 'search'>, {paint}: Ui) =>
  search === undefined
    ? undefined
    : (text: string): string =>
        splitMatches(text, search)
          .map((part, at) => (at % 2 === 1 ? paint('match', part) : part))
          .join('');
