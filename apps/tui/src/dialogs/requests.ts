import type {Exchange} from '@edge-console/client';
import type {Host, Mounted} from '../core/screen.ts';
import {dateTime} from '../format/time.ts';
import {sanitise} from '../text/sanitise.ts';
import {fit, truncate} from '../text/width.ts';
import type {Paint} from '../theme/theme.ts';
import {textDialog} from './text-dialog.ts';

/** Lists the last requests, newest first: time, method, status, duration, path. Contains no secrets. */
export const requestsDialog = (
  exchanges: readonly Exchange[],
  closeKeys: readonly string[],
): ((host: Host) => Mounted) =>
  textDialog({
    title: 'Last requests',
    closeKeys,
    lines: ({paint}, cells) =>
      exchanges.length === 0
        ? ['No requests yet.']
        : exchanges.toReversed().map(exchange => exchangeLine(exchange, paint, cells)),
  });

const exchangeLine = ({at, method, status, error, ms, path}: Exchange, paint: Paint, cells: number): string => {
  const time = dateTime(at.getTime()).slice(11);
  const outcome = fit(error === undefined ? String(status ?? '') : `${status ?? ''} ${error}`.trim(), 12);
  const took = fit(`${Math.round(ms)} ms`, 9, {align: 'right'});
  const head = `${time}  ${fit(method, 6)} `;
  const shown = truncate(sanitise(path), Math.max(0, cells - head.length - 24));
  return `${head}${error === undefined ? outcome : paint('status.error', outcome)}${took}  ${shown}`;
};
