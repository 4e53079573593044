import type {LiveCommand} from '../commands/command.ts';
import {keyLabel} from '../commands/key-name.ts';
import type {App} from '../core/app.ts';
import type {Host, Mounted} from '../core/screen.ts';
import {fit, truncate} from '../text/width.ts';
import type {Ui} from '../ui/context.ts';
import {textDialog} from './text-dialog.ts';

const KEY_CELLS = 16;

/** Lists the commands that have a key now, by group. */
export const helpDialog = (app: App): ((host: Host) => Mounted) => {
  const {front, global} = app.commands();
  const commands = [...front, ...global].filter(({keys}) => keys.length > 0);
  return textDialog({
    title: `Keys: ${app.view().screen.title}`,
    closeKeys: app.names.keysOf('global.help'),
    lines: (ui, cells) =>
      [...Map.groupBy(commands, ({group}) => group)].flatMap(([group, members], at) => [
        ...(at === 0 ? [] : ['']),
        ui.paint('title', group),
        ...members.map(command => commandLine(command, ui, cells)),
      ]),
  });
};

const commandLine = (
  {keys, title, disabledReason}: LiveCommand,
  {paint, say}: Pick<Ui, 'paint' | 'say'>,
  cells: number,
): string => {
  const reason = disabledReason === undefined ? undefined : say(disabledReason);
  const names = fit(keys.map(keyLabel).join(' '), KEY_CELLS);
  const text = truncate(reason === undefined ? title : `${title} (${reason})`, cells - KEY_CELLS - 2);
  return reason === undefined ? `${paint('key', names)}  ${text}` : paint('muted', `${names}  ${text}`);
};
