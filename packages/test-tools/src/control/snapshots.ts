import type {DemoCredentials, Store} from '@edge-console/server';
import type {ControlledClock} from '../clock.ts';
import type {Fault, FaultInput, FaultRegistry} from '../faults/fault-registry.ts';
import type {ReplaceableRandom} from '../random.ts';
import {NotFound} from './users.ts';

export interface Snapshot {
  readonly name: string;
  /** Time by the server's clock, in ms since the epoch. */
  readonly at: number;
  /** Number of users, tokens, sessions, agents and log entries. */
  readonly rows: number;
}

/** Snapshots of a server, kept in memory until they are removed or the server closes. */
export interface SnapshotControls {
  /**
   * Saves data, faults, clock and, with the option `ids`, the state of the token generator. Replaces a snapshot of the
   * same name. Rejects with {@link SnapshotsUnsupported} if the server uses a database, and with a RangeError for an
   * invalid name, for more than 32 snapshots, and for more than 1,000,000 rows in all snapshots.
   */
  save(name: string): Promise<Snapshot>;
  /**
   * Restores a snapshot, sets the request counts of its faults to 0, and clears login limits and recorded requests.
   * Rejects with {@link NotFound} if no snapshot has this name.
   */
  restore(name: string): Promise<void>;
  /** Oldest first. */
  list(): readonly Snapshot[];
  /** Throws {@link NotFound} for an unknown name. */
  remove(name: string): void;
}

/** Only in-memory stores can copy their data. */
export class SnapshotsUnsupported extends Error {}

const MAX_SNAPSHOTS = 32;
const MAX_ROWS = 1_000_000;
const NAME = /^\w[\w.-]{0,63}$/;

interface SnapshotOptions {
  readonly store: Store;
  readonly clock: ControlledClock;
  readonly random: ReplaceableRandom;
  readonly faults: FaultRegistry;
  readonly loaded: {demo: DemoCredentials | undefined};
  restart(setFaults: () => void): void;
  serially<T>(task: () => Promise<T>): Promise<T>;
}

interface Saved extends Snapshot {
  readonly demo: DemoCredentials | undefined;
  readonly faults: readonly Fault[];
  /** Milliseconds by which `advance` and `set` moved the clock. */
  readonly offset: number;
  readonly random: ReturnType<ReplaceableRandom['copy']>;
  restore(): Promise<void>;
}

export const createSnapshots = (options: SnapshotOptions): SnapshotControls => {
  const {store, clock, random, faults, loaded, restart, serially} = options;
  const snapshots = new Map<string, Saved>();
  const find = (name: string): Saved => {
    const found = snapshots.get(name);
    if (!found) throw new NotFound(`there is no snapshot ${JSON.stringify(name)}`);
    return found;
  };
  const assertRoom = (name: string, rows: number) => {
    const others = [...snapshots.values()].filter(other => other.name !== name);
    if (others.length >= MAX_SNAPSHOTS) throw new RangeError(`at most ${MAX_SNAPSHOTS} snapshots; remove one`);
    const total = others.reduce((sum, other) => sum + other.rows, rows);
    if (total > MAX_ROWS) throw new RangeError(`at most ${MAX_ROWS} rows in all snapshots, not ${total}; remove one`);
  };
  const save = async (name: string): Promise<Snapshot> => {
    if (!NAME.test(name)) throw new RangeError('name: expected 1 to 64 letters, digits, _, . or -');
    if (!store.snapshot) throw new SnapshotsUnsupported('snapshots need a server with its data in memory');
    const {rows, restore} = await store.snapshot();
    assertRoom(name, rows);
    const saved: Saved = {
      ...{name, rows, restore},
      at: clock().getTime(),
      demo: loaded.demo,
      faults: faults.list().map(({fault}) => fault),
      offset: clock().getTime() - clock.original().getTime(),
      random: random.copy(),
    };
    // Otherwise the new snapshot would take the old one's place in the order of the map.
    snapshots.delete(name);
    snapshots.set(name, saved);
    return toSnapshot(saved);
  };
  const restore = async (name: string): Promise<void> => {
    const saved = find(name);
    await saved.restore();
    loaded.demo = saved.demo;
    random.replace(saved.random.copy());
    clock.set(new Date(clock.original().getTime() + saved.offset));
    restart(() => {
      for (const fault of saved.faults) faults.set(fault as FaultInput);
    });
  };
  return {
    save: name => serially(() => save(name)),
    restore: name => serially(() => restore(name)),
    list: () => [...snapshots.values()].map(toSnapshot),
    remove: name => {
      find(name);
      snapshots.delete(name);
    },
  };
};

const toSnapshot = ({name, at, rows}: Saved): Snapshot => ({name, at, rows});
