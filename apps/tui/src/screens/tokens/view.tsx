import {dataOf} from '../../core/remote.ts';
import {plural} from '../../format/number.ts';
import {type Ui, useTimed, useUi} from '../../ui/context.ts';
import {failureLines} from '../../ui/failure-lines.ts';
import {Lines} from '../../ui/Lines.tsx';
import {listLayout} from '../../ui/list-layout.ts';
import {statusLine} from '../../ui/status-line.ts';
import {tableLines} from '../../ui/table-lines.ts';
import {tokenColumns} from './columns.ts';
import type {TokensState} from './state.ts';

export const TokensView = ({state}: {state: TokensState}) => {
  const ui = useUi();
  const {paint, glyphs, columns, rows} = ui;
  const layout = listLayout(rows);
  const tokens = dataOf(state.tokens) ?? [];
  const summary = [
    state.tokens.kind === 'ready' || state.tokens.kind === 'stale' ? plural(tokens.length, 'API token') : 'API tokens',
    ...(state.marked.size > 0 ? [paint('accent', `${state.marked.size} marked`)] : []),
  ].join('   ');
  const status = useTimed(now => statusLine(summary, state.tokens, {ui, now}));
  const shownNow = useTimed(now => Math.floor(now / 5_000) * 5_000);
  const table = tableLines(
    {
      columns: tokenColumns(shownNow, {marked: state.marked, mark: glyphs.online}),
      count: tokens.length,
      top: state.position.top,
      height: layout.listRows,
      selected: state.position.selected,
      rowAt: index => tokens[index],
      empty: emptyLines(state, ui),
    },
    ui,
  );
  const rule = layout.rules ? [paint('rule', glyphs.rule.repeat(columns))] : [];
  return <Lines lines={[status, ...rule, ...table]} />;
};

const emptyLines = (state: TokensState, ui: Ui): readonly string[] => {
  if (state.tokens.kind === 'failed') return ['', ...failureLines(state.tokens.failure, {ui, cells: ui.columns - 2})];
  return state.tokens.kind === 'ready' ? ['', '   No API tokens yet. Press a to create one.'] : [];
};
