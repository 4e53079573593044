import {useMemo} from 'react';
import type {Failure} from '../../core/failure.ts';
import {type Ui, useTimed, useUi} from '../../ui/context.ts';
import {failureLines} from '../../ui/failure-lines.ts';
import {Lines} from '../../ui/Lines.tsx';
import {tableLines} from '../../ui/table-lines.ts';
import {errorLogColumns} from './columns.ts';
import {detailLines, fullLines} from './detail-lines.ts';
import {createEntryText} from './entry-text.ts';
import {logsLayout} from './layout.ts';
import {entryAt, lengthOf} from './rows.ts';
import {selectedEntry} from './selection.ts';
import type {ErrorLogsState} from './state.ts';
import {statusLine} from './status-line.ts';

export const ErrorLogsView = ({state}: {state: ErrorLogsState}) => {
  const ui = useUi();
  const {paint, glyphs, columns, rows} = ui;
  const textOf = useMemo(createEntryText, []);
  const layout = logsLayout({columns, rows}, state);
  const status = useTimed(now => statusLine(state, now, {paint, glyphs, columns}));
  const shownNow = useTimed(now => (state.times === 'relative' ? now : Math.floor(now / 5_000) * 5_000));
  const rule = paint('rule', glyphs.rule.repeat(columns));
  const head = layout.rules ? [status, rule] : [status];
  const entry = selectedEntry(state);
  const look = {paint, cells: columns - 2, now: shownNow};

  if (state.detail === 'full' && entry !== undefined) {
    const lines = fullLines(entry, textOf(entry), look);
    const height = rows - head.length;
    const top = Math.min(state.detailTop, Math.max(0, lines.length - height));
    const shown = lines.slice(top, top + height).map(line => ` ${line}`);
    return <Lines lines={[...head, ...shown]} height={rows} />;
  }
  const table = tableLines(
    {
      columns: errorLogColumns({
        now: shownNow,
        format: state.times,
        sideways: state.sideways,
        times: glyphs.times,
        search: state.search,
        paint,
        textOf,
      }),
      count: lengthOf(state.rows),
      top: state.position.top,
      height: layout.listRows,
      selected: state.position.selected,
      rowAt: index => entryAt(state.rows, index),
      empty: emptyLines(state, ui),
    },
    ui,
  );
  const details = entry === undefined ? [] : detailLines(entry, textOf(entry), look);
  const pane = layout.detailRows === 0 ? [] : [rule, ...paneLines(state, ui, details).slice(0, layout.detailRows)];
  return <Lines lines={[...head, ...table, ...pane]} height={rows} />;
};

/** The pane under the list: a failure goes before the details, and what is on screen above it stays. An empty list says it itself. */
const paneLines = (state: ErrorLogsState, ui: Ui, details: readonly string[]): readonly string[] => {
  if (lengthOf(state.rows) === 0) return [];
  const failure = failureOf(state);
  return failure === undefined ? details.map(line => ` ${line}`) : failureLines(failure, {ui, cells: ui.columns - 2});
};

const failureOf = (state: ErrorLogsState): Failure | undefined =>
  state.link.kind === 'stale' || state.link.kind === 'failed' ? state.link.failure : state.rowsFailure;

const emptyLines = (state: ErrorLogsState, ui: Ui): readonly string[] => {
  const failure = failureOf(state);
  if (failure !== undefined) return ['', ...failureLines(failure, {ui, cells: ui.columns - 2})];
  if (state.link.kind !== 'ready') return [];
  const filtered = JSON.stringify(state.filter) !== '{"range":{}}';
  return [
    '',
    filtered
      ? '   No entry matches. F clears the filter, f changes it.'
      : '   No error logs yet. New ones appear here by themselves.',
  ];
};
