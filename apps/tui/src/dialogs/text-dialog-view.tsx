import type {FC} from 'react';
import {useUi} from '../ui/context.ts';
import {DialogBox, dialogCells} from '../ui/DialogBox.tsx';
import type {TextDialogOptions, TextDialogState} from './text-dialog.ts';

export const textDialogView = (options: TextDialogOptions): FC<{state: TextDialogState}> =>
  function TextDialogView({state}) {
    const ui = useUi();
    const lines = options.lines(ui, dialogCells(ui.columns));
    const room = Math.max(1, ui.rows - 4);
    const top = Math.min(state.top, Math.max(0, lines.length - room));
    const above = top > 0 ? ' (more above)' : '';
    const below = lines.length - top > room ? ' (more below)' : '';
    return <DialogBox title={`${options.title}${above}${below}`} lines={lines.slice(top, top + room)} />;
  };
