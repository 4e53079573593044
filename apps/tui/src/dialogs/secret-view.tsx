import type {FC} from 'react';
import {sanitise} from '../text/sanitise.ts';
import {wrap} from '../text/wrap.ts';
import type {Token} from '../theme/theme.ts';
import {useUi} from '../ui/context.ts';
import {DialogBox, dialogCells, dialogRows} from '../ui/DialogBox.tsx';
import {fitLines} from '../ui/fit-lines.ts';
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
    const words = (token: Token, text: string): string[] => wrap(ui.say(text), cells).map(line => paint(token, line));
    const ask = state.leaving
      ? words(
          'status.warn',
          'It cannot be shown again. Press {dialog.leave} once more when it is stored, {dialog.stay} to stay.',
        )
      : words(
          'muted',
          '{dialog.copy} copies it without showing it, {dialog.reveal} shows it, {dialog.leave} when it is stored.',
        );
    const foot = [
      '',
      ...shown.map(line => `  ${paint('strong', line)}`),
      '',
      ...(state.copied ? words('status.ok', 'Copied to the clipboard of this terminal.') : []),
      ...ask,
    ];
    const head = lines.flatMap(line => wrap(sanitise(line), cells));
    return <DialogBox title={title} lines={fitLines({head, foot}, dialogRows(ui.rows))} />;
  };
