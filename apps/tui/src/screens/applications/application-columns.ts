import type {Application} from '@edge-console/schema';
import {NO_VALUE} from '../../format/number.ts';
import {age} from '../../format/time.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Glyphs} from '../../theme/glyphs.ts';
import {type Column, valueColumn} from '../../ui/table.ts';

export const stateText = ({online}: Application, {glyphs}: {readonly glyphs: Glyphs}): string => {
  if (online === undefined) return NO_VALUE;
  return online ? `${glyphs.online} online` : `${glyphs.offline} offline`;
};

export const applicationColumns: readonly Column<Application>[] = [
  {
    id: 'state',
    cells: 9,
    priority: 1,
    text: stateText,
    role: ({online}) => (online ? 'status.ok' : 'muted'),
    sort: ({online}) => (online ? 0 : 1),
  },
  valueColumn({id: 'name', cells: 18, priority: 0, searched: true}, ({name}) => name),
  valueColumn({id: 'id', cells: 6, align: 'right', priority: 5, searched: true}, ({id}) => id),
  {id: 'pids', cells: 11, priority: 6, text: ({processes = []}) => processes.map(({pid}) => pid).join(' ')},
  {id: 'ports', cells: 18, priority: 3, searched: true, text: ({ports = []}) => sanitise(ports.join(' '))},
  valueColumn({id: 'version', cells: 16, priority: 7, searched: true}, ({version = {}}) =>
    Object.entries(version)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  ),
  {
    id: 'age',
    cells: 5,
    priority: 4,
    text: ({created}, {now}) => (created === undefined ? NO_VALUE : age(now - created * 1000)),
    sort: ({created = 0}) => -created,
  },
  valueColumn({id: 'command', cells: 12, grow: true, priority: 8, searched: true}, ({cmd_line = ''}) => cmd_line),
];
