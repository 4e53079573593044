import {isDeepStrictEqual} from 'node:util';
import type {Application} from '@edge-console/schema';
import {NO_VALUE} from '../../../format/number.ts';
import type {ApplicationChange, Look, SeenApplication} from '../../../saved/application-looks.ts';

/**
 * `last`: the applications of an agent in the newest response. `before`: those that the operator saw before, with which
 * `last` is compared.
 */
export interface AgentLook {
  readonly before: Look;
  readonly last: Look;
  /** Time when `last` was saved, in milliseconds since the epoch. 0 if it was not saved. */
  readonly savedAt: number;
}

export type FieldChange = Pick<ApplicationChange, 'field' | 'from' | 'to'>;

/**
 * How an application differs from what the operator saw before. `since`: time of that response, in milliseconds since
 * the epoch.
 */
export interface RowChange {
  readonly kind: 'new' | 'gone' | 'changed';
  readonly fields: readonly FieldChange[];
  readonly since: number;
}

/** If the last response is older than this, the next response is compared with it (see {@link nextLook}). */
const LOOK_GAP_MS = 300_000;
const SAVE_EVERY_MS = 60_000;

/** Returns the text of all versions, sorted by component. */
const versionText = ({version = {}}: Pick<Application, 'version'>): string =>
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

/**
 * Returns what the operator has seen of an agent after the response `last`. Without an earlier response, `before` is
 * `last` itself, so that nothing counts as changed.
 */
export const nextLook = (look: AgentLook | undefined, saved: Look | undefined, last: Look): AgentLook => {
  const isSame = look !== undefined && last.at - look.last.at <= LOOK_GAP_MS;
  return {before: isSame ? look.before : (look?.last ?? saved ?? last), last, savedAt: look?.savedAt ?? 0};
};

export const needsSaving = ({last, savedAt}: AgentLook, look: AgentLook | undefined): boolean =>
  last.at - savedAt > SAVE_EVERY_MS || !isDeepStrictEqual(last.applications, look?.last.applications);

const stateText = ({online}: SeenApplication): string =>
  online === undefined ? NO_VALUE : online ? 'online' : 'offline';
const countText = ({pids}: SeenApplication): string => (pids === undefined ? NO_VALUE : String(pids.length));
const pidsText = ({pids}: SeenApplication): string => pids?.toSorted((one, other) => one - other).join(' ') || NO_VALUE;

type Field = Exclude<ApplicationChange['field'], 'listed'>;

const TEXTS: Readonly<Record<Field, (seen: SeenApplication) => string>> = {
  state: stateText,
  processes: countText,
  pids: pidsText,
  version: ({version}) => version || NO_VALUE,
};

/**
 * Fields with changes that are marked in the list. Process ids, which change with each restart of a worker, are only in
 * the history.
 */
const MARKED: readonly Field[] = ['state', 'processes', 'version'];
const RECORDED: readonly Field[] = ['state', 'pids', 'version'];

const fieldChanges = (from: SeenApplication, to: SeenApplication, fields: readonly Field[]): readonly FieldChange[] =>
  fields
    .map(field => ({field, from: TEXTS[field](from), to: TEXTS[field](to)}))
    .filter(change => change.from !== change.to);

/** Returns a function that says how an application differs from an earlier response. */
export const changeSince = ({applications, at}: Look): ((application: Application) => RowChange | undefined) => {
  const before = new Map(applications.map(seen => [seen.id, seen]));
  return application => {
    const seen = before.get(application.id);
    if (seen === undefined) return {kind: 'new', fields: [], since: at};
    const fields = fieldChanges(seen, seenOf(application), MARKED);
    return fields.length === 0 ? undefined : {kind: 'changed', fields, since: at};
  };
};

/** Returns the applications of an earlier response that are absent from `now`. */
export const goneSince = ({applications, at}: Look, now: readonly Application[]) => {
  const ids = new Set(now.map(({id}) => id));
  const change: RowChange = {kind: 'gone', fields: [], since: at};
  return applications.filter(({id}) => !ids.has(id)).map(({id, name}) => ({application: {id, name, raw: {}}, change}));
};

/** Returns all changes between two responses about an agent. */
export const recordedChanges = (before: Look, after: Look): readonly ApplicationChange[] => {
  const {agent, at} = after;
  const [old, current] = [before, after].map(
    ({applications}) => new Map(applications.map(seen => [seen.id, seen])),
  ) as [Map<number, SeenApplication>, Map<number, SeenApplication>];
  const listed = (id: number, from: string, to: string): ApplicationChange => ({
    agent,
    id,
    at,
    field: 'listed',
    from,
    to,
  });
  return [
    ...[...current.values()].flatMap(seen => {
      const was = old.get(seen.id);
      if (was === undefined) return [listed(seen.id, 'absent', 'listed')];
      return fieldChanges(was, seen, RECORDED).map(change => ({agent, id: seen.id, at, ...change}));
    }),
    ...[...old.keys()].filter(id => !current.has(id)).map(id => listed(id, 'listed', 'absent')),
  ];
};
