import type {Exchange} from '@edge-console/client';
import type {LiveCommand} from '../commands/command.ts';
import {keyLabel} from '../commands/key-name.ts';
import type {OpenDialog} from '../core/screen.ts';
import {dateTime} from '../format/time.ts';
import {sanitise} from '../text/sanitise.ts';
import {fit, truncate} from '../text/width.ts';
import type {Ui} from '../ui/context.ts';
import {textDialog} from './text-dialog.ts';

const KEY_CELLS = 16;

export const helpDialog = (title: string, commands: readonly LiveCommand[], closeKeys: readonly string[]) => {
  const withKeys = commands.filter(({keys}) => keys.length > 0);
  const groups = Map.groupBy(withKeys, ({group}) => group);
  return textDialog({
    title: `Keys: ${title}`,
    closeKeys,
    lines: (ui, cells) =>
      [...groups].flatMap(([group, members], at) => [
        ...(at === 0 ? [] : ['']),
        ui.paint('title', group),
        ...members.map(command => helpLine(command, ui, cells)),
      ]),
  });
};

const helpLine = ({keys, title, disabledReason}: LiveCommand, {paint, say}: Ui, cells: number): string => {
  const reason = disabledReason === undefined ? undefined : say(disabledReason);
  const names = fit(keys.map(keyLabel).join(' '), KEY_CELLS);
  const text = truncate(reason === undefined ? title : `${title} (${reason})`, cells - KEY_CELLS - 2);
  return reason === undefined ? `${paint('key', names)}  ${text}` : paint('muted', `${names}  ${text}`);
};

export const requestsDialog = (exchanges: readonly Exchange[], closeKeys: readonly string[]): OpenDialog =>
  textDialog({
    title: 'Last requests',
    closeKeys,
    lines: (ui, cells) =>
      exchanges.length === 0
        ? ['No requests yet.']
        : exchanges.toReversed().map(exchange => exchangeLine(exchange, ui, cells)),
  });

const exchangeLine = ({at, method, status, error, ms, path}: Exchange, {paint}: Ui, cells: number): string => {
  const time = dateTime(at.getTime()).slice(11);
  const outcome = fit(error === undefined ? String(status ?? '') : `${status ?? ''} ${error}`.trim(), 12);
  const took = fit(`${Math.round(ms)} ms`, 9, {align: 'right'});
  const head = `${time}  ${fit(method, 6)} `;
  const shown = truncate(sanitise(path), Math.max(0, cells - head.length - 24));
  return `${head}${error === undefined ? outcome : paint('status.error', outcome)}${took}  ${shown}`;
};
