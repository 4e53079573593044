import type {FC} from 'react';
import type {LiveBinding} from '../core/screen.ts';
import {keyLabel} from '../keys/key-name.ts';
import {fit, truncate} from '../text/width.ts';
import {type Ui, useUi} from '../ui/context.ts';
import {DialogBox, dialogCells} from '../ui/DialogBox.tsx';
import type {HelpState} from './help.ts';

const KEY_CELLS = 16;

export const helpView = (
  place: string,
  front: readonly LiveBinding[],
  global: readonly LiveBinding[],
): FC<{state: HelpState}> =>
  function HelpView({state}) {
    const ui = useUi();
    const cells = dialogCells(ui.columns);
    const lines = [
      ui.paint('title', place),
      ...bindingLines(front, ui, cells),
      '',
      ui.paint('title', 'Everywhere'),
      ...bindingLines(global, ui, cells),
    ];
    const room = Math.max(1, ui.rows - 4);
    const top = Math.min(state.top, Math.max(0, lines.length - room));
    return (
      <DialogBox
        title={`Keys${top > 0 ? ' (more above)' : ''}${lines.length - top > room ? ' (more below)' : ''}`}
        lines={lines.slice(top, top + room)}
      />
    );
  };

const bindingLines = (bindings: readonly LiveBinding[], {paint}: Ui, cells: number): string[] =>
  bindings
    .filter(binding => binding.keys.length > 0)
    .map(binding => {
      const keys = fit(binding.keys.map(keyLabel).join(' '), KEY_CELLS);
      const label = truncate(binding.label, cells - KEY_CELLS - 2);
      if (binding.disabledReason === undefined) return `${paint('key', keys)}  ${label}`;
      const why = truncate(`${binding.label} (${binding.disabledReason})`, cells - KEY_CELLS - 2);
      return `${paint('muted', `${keys}  ${why}`)}`;
    });
