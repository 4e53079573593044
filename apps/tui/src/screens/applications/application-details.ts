import {count, NO_VALUE} from '../../format/number.ts';
import {dateTime, duration} from '../../format/time.ts';
import type {DetailContext} from '../../list/list.ts';
import type {Loaded} from '../../list/loaded/spec.ts';
import {sanitise} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';
import {agentName} from './agents/agent-choice.ts';
import {stateText} from './application-columns.ts';
import type {ApplicationRow, ApplicationsOwn} from './applications.ts';
import {changeLines, changesOf, changeWords} from './changes/changes-dialog.ts';
import type {RowChange} from './changes/snapshots.ts';

type Context = DetailContext<Loaded<ApplicationRow, ApplicationsOwn>>;

const LABEL_CELLS = 14;

export const applicationLines = (application: ApplicationRow, context: Context): readonly string[] => {
  const {paint, now} = context;
  const cells = context.cells - LABEL_CELLS - 1;
  const field = (label: string, value: string | number = NO_VALUE): string[] =>
    wrap(sanitise(String(value)), cells).map(
      (line, at) => `${paint('muted', (at === 0 ? label : '').padEnd(LABEL_CELLS))}${line}`,
    );
  const time = (seconds: number | undefined): string =>
    seconds === undefined ? NO_VALUE : `${dateTime(seconds * 1000)} (${duration(now - seconds * 1000)} ago)`;
  const {ports, version = {}, staleSince, change} = application;
  const stale = `as of ${duration(now - (staleSince ?? now))} ago: the agent's last request failed`;
  const state = change?.kind === 'gone' ? 'gone' : stateText(application, context);
  return [
    `${paint('title', sanitise(application.name))}   ${application.online ? paint('status.ok', state) : state}`,
    '',
    ...(staleSince === undefined ? [] : [paint('status.warn', stale)]),
    ...(change === undefined ? [] : changeLine(change, context)),
    ...field('agent', agentName(context.data.own, application.agent)),
    ...field('id', application.id),
    ...field('command', application.cmd_line),
    ...field('executable', application.exe),
    ...field('directory', application.cwd),
    ...field('process group', application.pgid),
    ...field('ports', ports && (ports.join(', ') || 'none')),
    ...field('created', time(application.created)),
    ...field('modified', time(application.modified)),
    ...historyLines(application, context),
    '',
    `${paint('title', 'Processes')}`,
    ...processLines(application, context),
    '',
    `${paint('title', 'Versions')}`,
    ...Object.entries(version).flatMap(([name, value]) => field(sanitise(name), value)),
  ];
};

const changeLine = ({kind, fields, since}: RowChange, {paint, now, cells}: Context): readonly string[] => {
  const what = kind === 'changed' ? fields.map(changeWords).join('; ') : kind;
  const text = `${what} since the last visit, ${duration(now - since)} ago (${dateTime(since)})`;
  return [...wrap(text, cells).map(line => paint('status.warn', line)), ''];
};

const SHOWN_CHANGES = 5;

const historyLines = (application: ApplicationRow, {paint, say, data, cells}: Context): readonly string[] => {
  const changes = changesOf(application, data.own.changes ?? []);
  if (changes.length === 0) return [];
  const more = changes.length - SHOWN_CHANGES;
  return [
    '',
    paint('title', 'Changes'),
    ...changes.slice(0, SHOWN_CHANGES).flatMap(change => changeLines(change, cells)),
    ...(more > 0 ? wrap(say(`${count(more)} more; {applications.changes} shows all`), cells) : []),
  ];
};

const processLines = ({processes}: ApplicationRow, {glyphs}: Context): string[] => {
  if (processes === undefined) return [`  ${NO_VALUE}`];
  if (processes.length === 0) return ['  none'];
  return processes.map(({kind, id, pid}, at) => {
    const branch = at === processes.length - 1 ? glyphs.lastBranch : glyphs.branch;
    return `  ${branch} ${sanitise(kind)}  pid ${pid}  id ${id}`;
  });
};
