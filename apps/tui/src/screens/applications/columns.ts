import type {Application} from '@edge-console/schema';
import {duration} from '../../format/time.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Glyphs} from '../../theme/glyphs.ts';
import type {Column} from '../../ui/columns.ts';

export const versionSummary = ({version}: Application): string =>
  Object.entries(version)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

export const applicationColumns = (now: number, glyphs: Glyphs): readonly Column<Application>[] => [
  {
    id: 'state',
    title: 'state',
    cells: 9,
    priority: 1,
    text: ({online}) => (online ? `${glyphs.online} online` : `${glyphs.offline} offline`),
    token: ({online}) => (online ? 'status.ok' : 'muted'),
  },
  {id: 'name', title: 'name', cells: 18, priority: 0, text: ({name}) => sanitise(name)},
  {id: 'id', title: 'id', cells: 6, align: 'right', priority: 5, text: ({id}) => String(id)},
  {id: 'pids', title: 'pids', cells: 11, priority: 6, text: ({processes}) => processes.map(({pid}) => pid).join(' ')},
  {id: 'ports', title: 'ports', cells: 18, priority: 3, text: ({ports}) => sanitise(ports.join(' '))},
  {id: 'version', title: 'version', cells: 16, priority: 7, text: application => sanitise(versionSummary(application))},
  {
    id: 'age',
    title: 'age',
    cells: 5,
    priority: 4,
    text: ({created}) => duration(now - created * 1000).split(' ')[0] ?? '',
  },
  {
    id: 'command',
    title: 'command',
    cells: 12,
    grow: true,
    priority: 8,
    text: ({cmd_line: command}) => sanitise(command),
  },
];
