import type {Intent} from '../../../core/screen.ts';
import {textDialog} from '../../../dialogs/text-dialog.ts';
import {dateTime} from '../../../format/time.ts';
import type {ApplicationChange} from '../../../saved/application-snapshots.ts';
import {sanitise} from '../../../text/sanitise.ts';
import {wrap} from '../../../text/wrap.ts';
import {type ApplicationRow, rowKey} from '../applications.ts';
import type {FieldChange} from './snapshots.ts';

export const changeWords = ({field, from, to}: FieldChange): string => {
  if (field === 'listed') return to === 'listed' ? 'appeared on the agent' : 'gone from the agent';
  return sanitise(`${field === 'pids' ? 'process ids' : field} from ${from} to ${to}`);
};

export const changesOf = (row: ApplicationRow, all: readonly ApplicationChange[]): readonly ApplicationChange[] =>
  all.filter(change => rowKey(change) === rowKey(row));

export const changesDialog = (row: ApplicationRow, all: readonly ApplicationChange[]): Intent<never> => {
  const changes = changesOf(row, all);
  return {
    kind: 'dialog',
    open: textDialog({
      title: sanitise(`Changes of ${row.name}`),
      lines: (_ui, cells) =>
        changes.length === 0
          ? wrap('This console has seen no change of this application.', cells)
          : changes.flatMap(change => changeLines(change, cells)),
      closeKeys: ['H'],
    }),
  };
};

export const changeLines = (change: ApplicationChange, cells: number): readonly string[] => {
  const [first = '', ...rest] = wrap(`${dateTime(change.at)}  ${changeWords(change)}`, cells - 2);
  return [first, ...rest.map(line => `  ${line}`)];
};
