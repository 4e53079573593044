import {isDeepStrictEqual} from 'node:util';
import type {Application} from '@edge-console/schema';
import {NO_VALUE} from '../../../format/number.ts';
import type {ApplicationChange, SeenApplication, Snapshot} from '../../../saved/application-snapshots.ts';

/** `last` is the newest snapshot. Responses are compared with `before`, which is older. */
export interface AgentSnapshots {
  readonly before: Snapshot;
  readonly last: Snapshot;
  /** When `last` was saved, in epoch milliseconds. 0 if it was not saved. */
  readonly savedAt: number;
}

export type FieldChange = Pick<ApplicationChange, 'field' | 'from' | 'to'>;

/** `since` is the time of the earlier snapshot, in epoch milliseconds. */
export interface RowChange {
  readonly kind: 'new' | 'gone' | 'changed';
  readonly fields: readonly FieldChange[];
  readonly since: number;
}

/** A response within this time of the last one is compared with the same snapshot, so that changes stay marked. */
const SNAPSHOT_GAP_MS = 300_000;
const SAVE_EVERY_MS = 60_000;

export const versionText = ({version = {}}: Pick<Application, 'version'>): string =>
  Object.entries(version)
    .map(([name, value]) => `${name} ${value}`)
    .toSorted()
    .join(', ');

export const seenOf = (application: Application): SeenApplication => {
  const {id, name, online, processes} = application;
  return {
    ...{id, name, version: versionText(application)},
    ...(online !== undefined && {online}),
    ...(processes !== undefined && {pids: processes.map(({pid}) => pid)}),
  };
};

/** If there is no earlier snapshot, `before` is `last`, so that no application is marked as changed. */
export const nextSnapshots = (last: Snapshot, saved?: Snapshot, known?: AgentSnapshots): AgentSnapshots => {
  const isSame = known !== undefined && last.at - known.last.at <= SNAPSHOT_GAP_MS;
  return {before: isSame ? known.before : (known?.last ?? saved ?? last), last, savedAt: known?.savedAt ?? 0};
};

export const needsSaving = ({last, savedAt}: AgentSnapshots, known: AgentSnapshots | undefined): boolean =>
  last.at - savedAt > SAVE_EVERY_MS || !isDeepStrictEqual(last.applications, known?.last.applications);

type Field = Exclude<ApplicationChange['field'], 'listed'>;

const TEXTS: Readonly<Record<Field, (seen: SeenApplication) => string>> = {
  state: ({online}) => (online === undefined ? NO_VALUE : online ? 'online' : 'offline'),
  processes: ({pids}) => (pids === undefined ? NO_VALUE : String(pids.length)),
  pids: ({pids}) => pids?.toSorted((one, other) => one - other).join(' ') || NO_VALUE,
  version: ({version}) => version || NO_VALUE,
};

/** Fields whose changes the list marks. Process ids are left out, because they change when a worker restarts. */
const MARKED: readonly Field[] = ['state', 'processes', 'version'];
const RECORDED: readonly Field[] = ['state', 'pids', 'version'];

const fieldChanges = (from: SeenApplication, to: SeenApplication, fields: readonly Field[]): readonly FieldChange[] =>
  fields
    .map(field => ({field, from: TEXTS[field](from), to: TEXTS[field](to)}))
    .filter(change => change.from !== change.to);

const byId = ({applications}: Snapshot): ReadonlyMap<number, SeenApplication> =>
  new Map(applications.map(seen => [seen.id, seen]));

export const changeSince = (snapshot: Snapshot): ((application: Application) => RowChange | undefined) => {
  const {at} = snapshot;
  const before = byId(snapshot);
  return application => {
    const seen = before.get(application.id);
    if (seen === undefined) return {kind: 'new', fields: [], since: at};
    const fields = fieldChanges(seen, seenOf(application), MARKED);
    return fields.length === 0 ? undefined : {kind: 'changed', fields, since: at};
  };
};

export const goneSince = ({applications, at}: Snapshot, now: readonly Application[]) => {
  const ids = new Set(now.map(({id}) => id));
  const change: RowChange = {kind: 'gone', fields: [], since: at};
  return applications.filter(({id}) => !ids.has(id)).map(({id, name}) => ({application: {id, name, raw: {}}, change}));
};

export const recordedChanges = (before: Snapshot, after: Snapshot): readonly ApplicationChange[] => {
  const {agent, at} = after;
  const [old, current] = [byId(before), byId(after)];
  const listed = (id: number, from: string, to: string) => ({agent, id, at, field: 'listed' as const, from, to});
  return [
    ...[...current.values()].flatMap(seen => {
      const was = old.get(seen.id);
      if (was === undefined) return [listed(seen.id, 'absent', 'listed')];
      return fieldChanges(was, seen, RECORDED).map(change => ({agent, id: seen.id, at, ...change}));
    }),
    ...[...old.keys()].filter(id => !current.has(id)).map(id => listed(id, 'listed', 'absent')),
  ];
};
