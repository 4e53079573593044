import {dataOf} from '../../core/remote.ts';
import {plural} from '../../format/number.ts';
import {sanitise} from '../../text/sanitise.ts';
import {type Ui, useTimed, useUi} from '../../ui/context.ts';
import {failureLines} from '../../ui/failure-lines.ts';
import {Lines} from '../../ui/Lines.tsx';
import {listLayout} from '../../ui/list-layout.ts';
import {statusLine} from '../../ui/status-line.ts';
import {tableLines} from '../../ui/table-lines.ts';
import {applicationColumns} from './columns.ts';
import {applicationLines} from './detail-lines.ts';
import type {ApplicationsState} from './state.ts';
import {selectedApplication} from './update.ts';

export const ApplicationsView = ({state}: {state: ApplicationsState}) => {
  const ui = useUi();
  const {paint, glyphs, columns, rows} = ui;
  const layout = listLayout(rows);
  const applications = dataOf(state.applications) ?? [];
  const status = useTimed(now => statusLine(summaryText(state, ui), state.applications, {ui, now}));
  const shownNow = useTimed(now => Math.floor(now / 5_000) * 5_000);
  const head = [status, ...(layout.rules ? [paint('rule', glyphs.rule.repeat(columns))] : [])];
  const selected = selectedApplication(state);
  if (state.detail && selected !== undefined) {
    const lines = applicationLines(selected, {ui, now: shownNow});
    const height = layout.listRows + 1;
    const top = Math.min(state.detailTop, Math.max(0, lines.length - height));
    return <Lines lines={[...head, ...lines.slice(top, top + height)]} height={rows} />;
  }
  const table = tableLines(
    {
      columns: applicationColumns(shownNow, glyphs),
      count: applications.length,
      top: state.position.top,
      height: layout.listRows,
      selected: state.position.selected,
      rowAt: index => applications[index],
      empty: emptyLines(state, ui),
    },
    ui,
  );
  return <Lines lines={[...head, ...table]} />;
};

const summaryText = (state: ApplicationsState, {paint}: Ui): string => {
  if (state.agent === undefined) return 'no agent chosen';
  const offered =
    state.agents.kind === 'offered' ? state.agents.agents.find(({id}) => String(id) === state.agent) : undefined;
  const name = sanitise(offered?.name ?? '');
  const agent = `agent ${sanitise(state.agent)}${name === '' ? '' : ` ${name}`}`;
  const data = dataOf(state.applications);
  const total = data === undefined ? '' : `   ${plural(data.length, 'application')}`;
  return `${paint('strong', agent)}${total}   ${state.onlineOnly ? paint('strong', 'online only') : paint('muted', 'online and offline')}`;
};

/** What says nothing about whether the console offers a list. */
const UNREACHED = new Set(['network', 'timeout', 'tls', 'aborted', 'rate_limited']);

const emptyLines = (state: ApplicationsState, ui: Ui): readonly string[] => {
  const failed = (failure: {readonly message: string; readonly hint: string}): readonly string[] => [
    '',
    ...failureLines(failure, {ui, cells: ui.columns - 2}),
  ];
  if (state.applications.kind === 'failed') return failed(state.applications.failure);
  if (state.applications.kind === 'ready') {
    return [
      '',
      state.onlineOnly
        ? '   No application of this agent is online. o shows the offline ones too.'
        : '   This agent has no applications.',
    ];
  }
  if (state.agent !== undefined) return [];
  if (state.agents.kind === 'unoffered') {
    if (UNREACHED.has(state.agents.failure.code)) return failed(state.agents.failure);
    return [
      '',
      '   This console offers no list of agents. Press a and give an agent id.',
      ...failed(state.agents.failure),
    ];
  }
  return state.agents.kind === 'offered' ? ['', '   The console knows no agents.'] : [];
};
