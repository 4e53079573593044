import type {FC} from 'react';
import {duration} from '../format/time.ts';
import {sanitise} from '../text/sanitise.ts';
import {truncate} from '../text/width.ts';
import {wrap} from '../text/wrap.ts';
import {type Ui, useTimed, useUi} from '../ui/context.ts';
import {DialogBox, dialogCells, dialogRows} from '../ui/DialogBox.tsx';
import {failureLines} from '../ui/failure-lines.ts';
import {fitLines} from '../ui/fit-lines.ts';
import type {ConfirmState} from './confirm.ts';

interface Words {
  readonly title: string;
  readonly lines: readonly string[];
  readonly typed?: string;
  readonly confirmLabel: string;
}

export const confirmView = (words: Words): FC<{state: ConfirmState}> =>
  function ConfirmView({state}) {
    const ui = useUi();
    const cells = dialogCells(ui.columns);
    const head = words.lines.flatMap(line => wrap(sanitise(line), cells));
    const foot = useTimed(now =>
      [
        ...typedLines(words, state, {ui, cells}),
        '',
        buttonsLine(words, state, ui),
        ...(state.hint === undefined ? [] : wrap(ui.say(state.hint), cells)).map(line => ui.paint('status.warn', line)),
        ...(state.failure === undefined ? [] : ['', ...failureLines(state.failure, {ui, cells: cells - 1})]),
        ...(state.working === undefined || now - state.working < 150
          ? []
          : [ui.paint('muted', `working ${ui.glyphs.ellipsis} ${duration(now - state.working)}`)]),
      ].join('\n'),
    );
    const lines = fitLines({head, foot: foot.split('\n')}, dialogRows(ui.rows));
    return <DialogBox title={words.title} lines={lines} danger />;
  };

const typedLines = (words: Words, state: ConfirmState, {ui, cells}: {ui: Ui; cells: number}): string[] => {
  if (words.typed === undefined) return [];
  const ask = wrap(`Type ${sanitise(words.typed)} to confirm:`, cells);
  const typed = truncate(sanitise(state.field.value), cells - 3, {mode: 'start', ellipsis: ui.glyphs.ellipsis});
  return ['', ...ask, `${ui.paint('accent', '> ')}${typed}${ui.paint('cursor', ' ')}`];
};

const buttonsLine = ({confirmLabel}: Words, {button}: ConfirmState, {paint}: Ui): string => {
  const cancel = button === 'cancel' ? '[Cancel]' : ' Cancel ';
  const confirm = button === 'confirm' ? `[${confirmLabel}]` : ` ${confirmLabel} `;
  return button === 'cancel'
    ? `${paint('selection', cancel)}  ${confirm}`
    : `${cancel}  ${paint('status.danger', confirm)}`;
};
