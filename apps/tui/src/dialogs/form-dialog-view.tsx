import type {FC} from 'react';
import type {FieldSpec} from '../form/form.ts';
import {duration} from '../format/time.ts';
import {useTimed, useUi} from '../ui/context.ts';
import {DialogBox, dialogCells} from '../ui/DialogBox.tsx';
import {failureLines} from '../ui/failure-lines.ts';
import {formLines} from '../ui/form-lines.ts';
import type {FormDialogState} from './form-dialog.ts';

export const formDialogView = (title: string, fields: readonly FieldSpec[]): FC<{state: FormDialogState}> =>
  function FormDialogView({state}) {
    const ui = useUi();
    const cells = dialogCells(ui.columns);
    const text = useTimed(now => {
      const lines = formLines(fields, state.form, {ui, now, cells});
      if (state.failure !== undefined) lines.push('', ...failureLines(state.failure, {ui, cells: cells - 1}));
      if (state.submitting !== undefined && now - state.submitting >= 150)
        lines.push('', ui.paint('muted', ` working ${ui.glyphs.ellipsis} ${duration(now - state.submitting)}`));
      return lines.join('\n');
    });
    return <DialogBox title={title} lines={text.split('\n')} />;
  };
