import type {FC} from 'react';
import type {FieldSpec} from '../form/form.ts';
import {duration} from '../format/time.ts';
import {wrap} from '../text/wrap.ts';
import {useTimed, useUi} from '../ui/context.ts';
import {DialogBox, dialogCells, dialogRows} from '../ui/DialogBox.tsx';
import {failureLines} from '../ui/failure-lines.ts';
import {fitLines} from '../ui/fit-lines.ts';
import {formLines} from '../ui/form-lines.ts';
import type {FormDialogState} from './form-dialog.ts';

export const formDialogView = (title: string, fields: readonly FieldSpec[]): FC<{state: FormDialogState}> =>
  function FormDialogView({state}) {
    const ui = useUi();
    const cells = dialogCells(ui.columns);
    const text = useTimed(now => {
      const foot: string[] = [];
      if (state.failure !== undefined) foot.push('', ...failureLines(state.failure, {ui, cells: cells - 1}));
      if (state.submitting !== undefined && now - state.submitting >= 150)
        foot.push('', ui.paint('muted', ` working ${ui.glyphs.ellipsis} ${duration(now - state.submitting)}`));
      if (state.hint !== undefined)
        foot.push(...wrap(ui.say(state.hint), cells).map(line => ui.paint('status.warn', line)));
      const rows = dialogRows(ui.rows);
      const head = formLines(fields, state.form, {ui, now, cells, rows: Math.max(2, rows - foot.length)});
      return fitLines({head, foot}, rows).join('\n');
    });
    return <DialogBox title={title} lines={text.split('\n')} />;
  };
