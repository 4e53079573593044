import * as z from 'zod';
import type {Preferences} from '../core/preferences.ts';
import {savedList} from './preferences-file.ts';

const seenSchema = z.object({
  id: z.number(),
  name: z.string(),
  online: z.boolean().optional(),
  /** The versions of all components, joined to one text. */
  version: z.string(),
  pids: z.array(z.number()).optional(),
});

const snapshotSchema = z.object({
  agent: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  applications: z.array(seenSchema),
});

const changeSchema = z.object({
  agent: z.string(),
  /** Unique within the agent. */
  id: z.number(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  field: z.enum(['state', 'processes', 'pids', 'version', 'listed']),
  from: z.string(),
  to: z.string(),
});

export type SeenApplication = Readonly<z.infer<typeof seenSchema>>;

export type Snapshot = Readonly<z.infer<typeof snapshotSchema>>;

export type ApplicationChange = Readonly<z.infer<typeof changeSchema>>;

/** Maximum number of applications in all saved snapshots. If there are more, the oldest snapshots are dropped. */
const MAX_SEEN = 5_000;
const MAX_CHANGES = 2_000;
const MAX_CHANGES_OF_ONE = 200;

const snapshots = savedList<Snapshot>('application-looks', snapshotSchema);
const changes = savedList<ApplicationChange>('application-changes', changeSchema);

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
