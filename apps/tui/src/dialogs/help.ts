import {keyLabel} from '../commands/key-name.ts';
import type {App} from '../core/app.ts';
import type {Host, LiveBinding, Mounted} from '../core/screen.ts';
import {fit, truncate} from '../text/width.ts';
import type {Paint} from '../theme/theme.ts';
import {textDialog} from './text-dialog.ts';

const KEY_CELLS = 16;

/** All keys of where the operator is, made from the key records themselves. */
export const helpDialog = (app: App): ((host: Host) => Mounted) => {
  const {front, global} = app.bindings();
  const place = app.view().screen.title;
  return textDialog({
    title: 'Keys',
    closeKeys: ['?', 'q'],
    lines: ({paint}, cells) => [
      paint('title', place),
      ...bindingLines(front, paint, cells),
      '',
      paint('title', 'Everywhere'),
      ...bindingLines(global, paint, cells),
    ],
  });
};

const bindingLines = (bindings: readonly LiveBinding[], paint: Paint, cells: number): string[] =>
  bindings
    .filter(binding => binding.keys.length > 0)
    .map(({keys, label, disabledReason: reason}) => {
      const names = fit(keys.map(keyLabel).join(' '), KEY_CELLS);
      const text = truncate(reason === undefined ? label : `${label} (${reason})`, cells - KEY_CELLS - 2);
      return reason === undefined ? `${paint('key', names)}  ${text}` : paint('muted', `${names}  ${text}`);
    });
