import type {Application} from '@edge-console/schema';
import {dateTime, duration} from '../../format/time.ts';
import type {DetailLook} from '../../list/list.ts';
import {sanitise} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';

type Look = DetailLook<unknown>;

const LABEL_CELLS = 14;

/** All fields of an application, its processes and its versions. */
export const applicationLines = (application: Application, look: Look): readonly string[] => {
  const {paint, glyphs, now} = look;
  const cells = look.cells - LABEL_CELLS - 1;
  const field = (label: string, value: string): string[] =>
    wrap(sanitise(value), cells).map(
      (line, at) => `${paint('muted', (at === 0 ? label : '').padEnd(LABEL_CELLS))}${line}`,
    );
  const time = (seconds: number): string => `${dateTime(seconds * 1000)} (${duration(now - seconds * 1000)} ago)`;
  const state = application.online ? paint('status.ok', `${glyphs.online} online`) : `${glyphs.offline} offline`;
  return [
    `${paint('title', sanitise(application.name))}   ${state}`,
    '',
    ...field('id', String(application.id)),
    ...field('command', application.cmd_line),
    ...field('executable', application.exe),
    ...field('directory', application.cwd),
    ...field('process group', String(application.pgid)),
    ...field('ports', application.ports.join(', ') || 'none'),
    ...field('created', time(application.created)),
    ...field('modified', time(application.modified)),
    '',
    `${paint('title', 'Processes')}`,
    ...processLines(application, look),
    '',
    `${paint('title', 'Versions')}`,
    ...Object.entries(application.version).flatMap(([name, value]) => field(sanitise(name), value)),
  ];
};

const processLines = ({processes}: Application, {glyphs}: Look): string[] => {
  if (processes.length === 0) return ['  none'];
  return processes.map(({kind, id, pid}, at) => {
    const branch = at === processes.length - 1 ? glyphs.lastBranch : glyphs.branch;
    return `  ${branch} ${sanitise(kind)}  pid ${pid}  id ${id}`;
  });
};
