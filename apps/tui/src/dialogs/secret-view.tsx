import type {FC} from 'react';
import {sanitise} from '../text/sanitise.ts';
import {wrap} from '../text/wrap.ts';
import {useUi} from '../ui/context.ts';
import {DialogBox, dialogCells} from '../ui/DialogBox.tsx';
import type {SecretState} from './secret.ts';

const MASKED_CELLS = 28;

export const secretView = ({title, lines}: {title: string; lines: readonly string[]}): FC<{state: SecretState}> =>
  function SecretView({state}) {
    const ui = useUi();
    const {paint, glyphs} = ui;
    const cells = dialogCells(ui.columns);
    const shown = state.revealed
      ? wrap(sanitise(state.secret.reveal()), cells - 2)
      : [`${glyphs.mask.repeat(MASKED_CELLS)}${sanitise(state.secret.fingerprint)}`];
    const ask = state.leaving
      ? paint('status.warn', 'It cannot be shown again. Press Enter once more when it is stored, Esc to stay.')
      : paint('muted', 'y copies it without showing it, v shows it, Enter closes.');
    const body = [
      ...lines.flatMap(line => wrap(sanitise(line), cells)),
      '',
      ...shown.map(line => `  ${paint('strong', line)}`),
      '',
      ...(state.copied ? [paint('status.ok', 'Copied to the clipboard of this terminal.')] : []),
      ...wrap(ask, cells),
    ];
    return <DialogBox title={title} lines={body} />;
  };
