import type {Preferences} from '../core/preferences.ts';
import {savedList} from './preferences-file.ts';
import type {RecordOf} from './schemas.ts';

export type Snapshot = RecordOf<'application-looks'>;

export type SeenApplication = Readonly<Snapshot['applications'][number]>;

export type ApplicationChange = RecordOf<'application-changes'>;

/** Maximum number of applications in all saved snapshots. If there are more, the oldest snapshots are dropped. */
const MAX_SEEN = 5_000;
const MAX_CHANGES = 2_000;
const MAX_CHANGES_OF_ONE = 200;

const snapshots = savedList('application-looks');
const changes = savedList('application-changes');

export const readSnapshots = snapshots.read;

export const saveSnapshots = (preferences: Preferences, seen: readonly Snapshot[]): Promise<void> =>
  snapshots.change(preferences, all => {
    const agents = new Set(seen.map(({agent}) => agent));
    let left = MAX_SEEN;
    return [...seen, ...all.filter(({agent}) => !agents.has(agent))].filter(({applications}) => {
      left -= applications.length;
      return left >= 0;
    });
  });

export const readChanges = changes.read;

export const saveChanges = (preferences: Preferences, added: readonly ApplicationChange[]): Promise<void> =>
  changes.change(preferences, all => withChanges(all, added));

export const withChanges = (
  before: readonly ApplicationChange[],
  added: readonly ApplicationChange[],
): readonly ApplicationChange[] => {
  const counts = new Map<string, number>();
  return [...added, ...before]
    .filter(({agent, id}) => {
      const key = `${agent} ${id}`;
      const number = (counts.get(key) ?? 0) + 1;
      counts.set(key, number);
      return number <= MAX_CHANGES_OF_ONE;
    })
    .slice(0, MAX_CHANGES);
};
