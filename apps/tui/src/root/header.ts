import type {AppView} from '../app/app.ts';
import {RING_MS, type WatchState} from '../app/watch/watcher.ts';
import type {Identity, TlsState} from '../core/connection/connection.ts';
import type {Writes} from '../core/connection/writes.ts';
import {plural} from '../format/number.ts';
import {age, duration} from '../format/time.ts';
import {sanitise} from '../text/sanitise.ts';
import {cellWidth, fit, truncate} from '../text/width.ts';
import type {Glyphs} from '../theme/glyphs.ts';
import {type Role, tagText} from '../theme/theme.ts';
import type {Ui} from '../ui/context.ts';

type Context = Pick<Ui, 'paint' | 'glyphs' | 'columns'>;

interface Part {
  readonly text: string;
  readonly role?: Role;
}

/** A narrow header shows at least the gateway's name, the TLS state and a current alarm. */
export const headerLine = (
  {connection, watch}: Pick<AppView, 'connection' | 'watch'>,
  now: number,
  {paint, glyphs, columns}: Context,
): string => {
  if (connection === undefined) return paint('accent', ` ${glyphs.brand}`) + paint('title', ' edge-console');
  const right = [
    ...identityParts(connection.identity, {now, glyphs}),
    ...watchParts(watch, now, columns),
    ...writesParts(connection.writes, now),
    TLS[connection.tls],
  ];
  const {writes, tag} = connection;
  const least = 1 + writesParts(writes, now).length + (isRinging(watch, now) ? 1 : 0);
  let shown = right;
  const name = sanitise(connection.profile);
  const label = tag === undefined ? '' : `${tagText(tag, paint)} `;
  while (shown.length > least && cells(shown) + cellWidth(label) + cellWidth(name) + 8 > columns)
    shown = shown.slice(1);
  const available = Math.max(0, columns - cells(shown) - cellWidth(label) - 3);
  const ellipsis = {ellipsis: glyphs.ellipsis};
  const shownName = truncate(name, available, ellipsis);
  const rest = available - cellWidth(shownName);
  const url = rest > 12 ? `  ${paint('muted', fit(sanitise(connection.url), rest - 2, ellipsis))}` : ' '.repeat(rest);
  const tail = shown.map(part => `   ${part.role === undefined ? part.text : paint(part.role, part.text)}`).join('');
  return `${paint('accent', ` ${glyphs.brand}`)} ${label}${paint('title', shownName)}${url}${tail}`;
};

const cells = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + 3 + cellWidth(part.text), 0);

const MINUTE_MS = 60_000;

const writesParts = ({policy, permittedUntil}: Writes, now: number): Part[] => {
  if (policy === 'write') return [];
  if (policy === 'confirm') return [{text: 'confirm', role: 'status.warn'}];
  const until = permittedUntil();
  if (until === undefined || policy === 'read-only') return [{text: 'read-only', role: 'status.ok'}];
  const left = until - now;
  return [{text: `changes ${duration(left > MINUTE_MS ? left - (left % MINUTE_MS) : left)}`, role: 'status.danger'}];
};

const identityParts = (identity: Identity, {now, glyphs}: {now: number; glyphs: Glyphs}): Part[] => {
  switch (identity.kind) {
    case 'anonymous':
      return [{text: 'not signed in', role: 'status.warn'}];
    case 'api-token':
      return [{text: `API token ${glyphs.ellipsis}${sanitise(identity.fingerprint)}`}];
    case 'session': {
      const role = identity.role === undefined ? '' : ` ${glyphs.separator} ${sanitise(identity.role)}`;
      const left = identity.endsAt - now;
      const session: Part =
        left > 0
          ? {text: `session ${duration(left - (left % 60_000))}`, role: left < 15 * 60_000 ? 'status.warn' : 'muted'}
          : {text: 'session over', role: 'status.error'};
      return [session, {text: sanitise(identity.username) + role}];
    }
    default:
      return identity satisfies never;
  }
};

const MAX_WATCH = 40;
const BESIDE_REASON = 30;

/** A narrower header shows a single word instead of the reason of an alarm or the text of a watch. */
const REASON_COLUMNS = 60;

const isRinging = (watch: WatchState | undefined, now: number): boolean =>
  watch?.last !== undefined && now - watch.last.at < RING_MS;

const watchParts = (watch: WatchState | undefined, now: number, columns: number): Part[] => {
  if (watch === undefined) return [];
  const {text, state, alarms, last} = watch;
  const isNarrow = columns < REASON_COLUMNS;
  if (last !== undefined && isRinging(watch, now)) {
    const reason = isNarrow ? '' : ` ${truncate(last.reason, columns - BESIDE_REASON)}`;
    return [{text: `ALARM${reason}`, role: 'status.danger'}];
  }
  if (state === 'failing') return [{text: 'watch failing', role: 'status.error'}];
  if (last !== undefined) {
    return [{text: `${plural(alarms, 'alarm')}, ${age(now - last.at)} ago`, role: 'status.warn'}];
  }
  const words = isNarrow ? '' : ` ${truncate(sanitise(text), MAX_WATCH)}`;
  return [{text: (state === 'starting' ? 'starting to watch' : 'watching') + words, role: 'muted'}];
};

const TLS: Readonly<Record<TlsState, Part>> = {
  none: {text: 'no TLS', role: 'status.warn'},
  verified: {text: 'TLS', role: 'muted'},
  ca: {text: 'TLS own CA', role: 'muted'},
  pinned: {text: 'TLS pinned', role: 'muted'},
  unverified: {text: 'TLS UNVERIFIED', role: 'status.danger'},
};
