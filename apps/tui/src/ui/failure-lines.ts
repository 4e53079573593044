import {wrap} from '../text/wrap.ts';
import type {Ui} from './context.ts';

/** What failed and what to do, wrapped. `ui/` knows no core types: any record of two texts will do. */
export const failureLines = (
  failure: {readonly message: string; readonly hint: string},
  {ui, cells, hinted = true}: {ui: Ui; cells: number; hinted?: boolean},
): string[] => [
  ...wrap(`! ${failure.message}`, cells).map(line => ` ${ui.paint('status.error', line)}`),
  ...(hinted && failure.hint !== '' ? wrap(ui.say(failure.hint), cells) : []).map(
    line => ` ${ui.paint('muted', line)}`,
  ),
];
