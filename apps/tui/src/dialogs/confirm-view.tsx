import type {FC} from 'react';
import {duration} from '../format/time.ts';
import {sanitise} from '../text/sanitise.ts';
import {wrap} from '../text/wrap.ts';
import {type Ui, useTimed, useUi} from '../ui/context.ts';
import {DialogBox, dialogCells} from '../ui/DialogBox.tsx';
import {failureLines} from '../ui/failure-lines.ts';
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
    const text = useTimed(now =>
      [
        ...words.lines.flatMap(line => wrap(sanitise(line), cells)),
        ...typedLines(words, state, {ui, cells}),
        '',
        buttonsLine(words, state, ui),
        ...(state.hint === undefined ? [] : [ui.paint('status.warn', state.hint)]),
        ...(state.failure === undefined ? [] : ['', ...failureLines(state.failure, {ui, cells: cells - 1})]),
        ...(state.working === undefined || now - state.working < 150
          ? []
          : [ui.paint('muted', `working ${ui.glyphs.ellipsis} ${duration(now - state.working)}`)]),
      ].join('\n'),
    );
    return <DialogBox title={words.title} lines={text.split('\n')} danger />;
  };

const typedLines = (words: Words, state: ConfirmState, {ui, cells}: {ui: Ui; cells: number}): string[] => {
  if (words.typed === undefined) return [];
  const ask = wrap(`Type ${sanitise(words.typed)} to confirm:`, cells);
  return ['', ...ask, `${ui.paint('accent', '> ')}${sanitise(state.field.value)}${ui.paint('cursor', ' ')}`];
};

const buttonsLine = ({confirmLabel}: Words, {button}: ConfirmState, {paint}: Ui): string => {
  const cancel = ' Cancel ';
  const confirm = ` ${confirmLabel} `;
  return button === 'cancel'
    ? `${paint('selection', cancel)}  ${confirm}`
    : `${cancel}  ${paint('status.danger', confirm)}`;
};
