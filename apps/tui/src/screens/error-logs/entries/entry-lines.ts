import type {ErrorLogEntry} from '@edge-console/schema';
import {levelName} from '@edge-console/schema/values';
import {count, NO_VALUE, plural} from '../../../format/number.ts';
import {ago, dateTime} from '../../../format/time.ts';
import type {DetailContext} from '../../../list/list.ts';
import type {ConditionField} from '../../../logs/conditions/entry-condition.ts';
import {conditionValues} from '../../../logs/conditions/entry-fields.ts';
import {sanitise, sanitiseLines} from '../../../text/sanitise.ts';
import {standInWords} from '../../../text/stand-ins.ts';
import {wrap} from '../../../text/wrap.ts';
import {severityRole} from '../../../theme/theme.ts';
import {type LogData, noteOf} from '../log-state.ts';
import type {EntryText} from '../model/entry-text.ts';
import {isUnreadable} from '../model/log-rows.ts';
import {jsonLines, stackLines} from './unfolded-message.ts';

type Context = Pick<DetailContext<Pick<LogData, 'textOf' | 'bookmarks'>>, 'paint' | 'say' | 'cells' | 'now' | 'data'>;

export const briefLines = (entry: ErrorLogEntry, context: Context): readonly string[] => {
  const text = context.data.textOf(entry);
  const message = [...wrap(text.message, context.cells).slice(0, 2), ...noteLines(entry, context).slice(0, 1)];
  const parts = fieldParts(text).map(([name, value]) => name + NO_BREAK + value);
  const fields = wrap(parts.join('   '), context.cells).slice(0, 4 - message.length);
  return [
    ...message,
    ...fields.map(line => line.replaceAll(NO_BREAK, ' ')),
    context.paint('muted', factsLine(entry, context.now)),
  ];
};

// `wrap` does not break a line at this character, so the name and value of a field stay together.
const NO_BREAK = '\u00a0';

export const fullLines = (entry: ErrorLogEntry, context: Context): readonly string[] =>
  detailBlocks(entry, context).flatMap(({lines}) => lines);

type DetailBlock = {readonly field?: ConditionField | undefined; readonly lines: readonly string[]};

export const detailBlocks = (entry: ErrorLogEntry, context: Context): readonly DetailBlock[] => {
  const {paint, cells} = context;
  const text = context.data.textOf(entry);
  const level = severityRole(entry.level);
  const name = levelName(entry.level);
  const values = isUnreadable(entry) ? new Map<ConditionField, string>() : conditionValues(entry, undefined);
  const block = (label: string, value: string): DetailBlock => ({
    field: [...values.keys()].find(each => each === label),
    lines: wrap(value, cells - 12).map((line, at) => paint('muted', (at === 0 ? label : '').padEnd(12)) + line),
  });
  const fields = fieldParts(text);
  const shownAbove: ReadonlySet<string> = new Set(['level', ...fields.map(([label]) => label)]);
  const others = [...values].filter(([label]) => !shownAbove.has(label));
  const shown = entry.log.slice(0, MAX_SHOWN);
  const foreign = standInWords(shown.replaceAll(/\r?\n/g, ' '));
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [paint('title', title), ...lines, ''];
  const heading = `${level === undefined ? name : paint(level, name)}  ${dateTime(entry.log_time * 1000)} local  ${paint('muted', factsLine(entry, context.now))}`;
  const rest = [
    ...(text.nginx === undefined && others.length === 0 ? [] : ['']),
    ...section('Stack', stackLines(text.nginx?.stack ?? [], context)),
    ...section('JSON in the message', jsonLines(shown, context)),
    paint('title', 'Raw text'),
    ...foreign.map(words => paint('status.warn', words)),
    ...sanitiseLines(shown).flatMap(line => wrap(line, cells)),
    ...(entry.log.length > MAX_SHOWN ? [paint('muted', context.say(cutText(entry.log.length)))] : []),
  ];
  return [
    ...(isUnreadable(entry) ? [] : [{field: 'level' as const, lines: [heading]}, {lines: ['']}]),
    {lines: noteLines(entry, context)},
    {field: isUnreadable(entry) ? undefined : 'pattern', lines: wrap(text.message, cells)},
    {lines: ['']},
    ...fields.map(([label, value]) => block(label, value)),
    ...others.map(([label, value]) => block(label, sanitise(value))),
    {lines: rest},
  ];
};

const noteLines = (entry: ErrorLogEntry, {paint, cells, data}: Context): readonly string[] => {
  const note = noteOf(data, entry);
  if (note === undefined) return [];
  return wrap(sanitise(`bookmark${note === '' ? '' : `: ${note}`}`), cells).map(line => paint('accent', line));
};

const MAX_SHOWN = 32_768;

const cutText = (length: number): string =>
  `cut after ${count(MAX_SHOWN)} of ${count(length)} characters; {error-logs.copy} copies the full text`;

const FIELD_ORDER = ['server', 'client', 'request', 'upstream', 'host'];

const fieldParts = ({nginx}: EntryText): readonly (readonly [string, string])[] => {
  const {server, host} = nginx?.fields ?? {};
  // The host is left out if it equals the server, which it nearly always does.
  const fields = Object.entries(nginx?.fields ?? {}).filter(([name]) => name !== 'host' || host !== server);
  const rank = (name: string): number => {
    const at = FIELD_ORDER.indexOf(name);
    return at === -1 ? FIELD_ORDER.length : at;
  };
  return fields
    .toSorted(([left], [right]) => rank(left) - rank(right))
    .map(([name, value]) => [sanitise(name), sanitise(value)]);
};

const factsLine = (entry: ErrorLogEntry, now: number): string => {
  if (isUnreadable(entry)) return '';
  // Texts shared by most entries come first, so that a new selection redraws few characters.
  return [
    `src ${entry.src ?? NO_VALUE}`,
    plural(entry.count, 'occurrence'),
    `${dateTime(entry.log_time * 1000, true)} UTC`,
    ago(now - entry.log_time * 1000),
    `id ${entry.id}`,
  ].join('   ');
};
