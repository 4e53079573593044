import type {EffectContext} from '../../../core/screen.ts';
import {agentPreferences} from '../../../saved/agent-preferences.ts';
import {
  type ApplicationChange,
  readChanges,
  readSnapshots,
  type Snapshot,
  saveChanges,
  saveSnapshots,
  withChanges,
} from '../../../saved/application-snapshots.ts';
import type {ApplicationsOwn} from '../applications.ts';
import {type AgentSnapshots, needsSaving, nextSnapshots, recordedChanges, seenOf} from './snapshots.ts';

type Remembered = Pick<ApplicationsOwn, 'snapshots' | 'changes'>;
type Received = Pick<ApplicationsOwn, 'received' | 'onlineOnly'> & Remembered;

/** If the saved snapshots cannot be read or written, `isSaved` is false. */
export const remember = async (
  own: Received,
  context: Pick<EffectContext, 'preferences' | 'connection'>,
  signal: AbortSignal,
): Promise<Remembered & {readonly isSaved: boolean}> => {
  const preferences = () => agentPreferences(context);
  let isSaved = true;
  const tried = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch {
      signal.throwIfAborted();
      isSaved = false;
      return otherwise;
    }
  };
  const isKnown = [...own.received.keys()].every(agent => own.snapshots.has(agent));
  const saved = isKnown ? [] : await tried(() => readSnapshots(preferences()), []);
  const before = own.changes ?? (await tried(() => readChanges(preferences()), []));
  const {snapshots, changed, unsaved} = compared(own, saved);
  if (unsaved.length > 0) await tried(() => saveSnapshots(preferences(), unsaved), undefined);
  if (changed.length > 0) await tried(() => saveChanges(preferences(), changed), undefined);
  return {snapshots, changes: changed.length === 0 ? before : withChanges(before, changed), isSaved};
};

const compared = ({received, onlineOnly, snapshots: before}: Received, saved: readonly Snapshot[]) => {
  const snapshots = new Map<string, AgentSnapshots>(before);
  const changed: ApplicationChange[] = [];
  const unsaved: Snapshot[] = [];
  for (const [agent, {rows, at, failure}] of received) {
    if (failure !== undefined || at === undefined) continue;
    const known = before.get(agent);
    const stored = saved.find(each => each.agent === agent);
    if (onlineOnly) {
      // With `onlineOnly`, a missing application may be offline or deleted, so the response is not a snapshot.
      if (known === undefined && stored !== undefined)
        snapshots.set(agent, {before: stored, last: stored, savedAt: stored.at});
      continue;
    }
    const last: Snapshot = {agent, at, applications: rows.map(seenOf)};
    const previous = known?.last ?? stored;
    if (previous !== undefined) changed.push(...recordedChanges(previous, last));
    const next = nextSnapshots(last, stored, known);
    const isUnsaved = needsSaving(next, known);
    if (isUnsaved) unsaved.push(last);
    snapshots.set(agent, isUnsaved ? {...next, savedAt: at} : next);
  }
  return {snapshots, changed, unsaved};
};

export const withAllSeen = (own: ApplicationsOwn): Pick<ApplicationsOwn, 'snapshots'> => ({
  snapshots: new Map(
    [...own.snapshots].map(([id, known]) => [id, own.shown.includes(id) ? {...known, before: known.last} : known]),
  ),
});
