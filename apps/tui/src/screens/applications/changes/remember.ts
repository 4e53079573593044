import type {EffectContext} from '../../../core/screen.ts';
import {agentPreferences} from '../../../saved/agents.ts';
import {
  type ApplicationChange,
  type Look,
  readChanges,
  readLooks,
  saveChanges,
  saveLooks,
  withChanges,
} from '../../../saved/application-looks.ts';
import type {ApplicationsOwn} from '../applications.ts';
import {type AgentLook, needsSaving, nextLook, recordedChanges, seenOf} from './looks.ts';

type Remembered = Pick<ApplicationsOwn, 'looks' | 'changes'>;
type Received = Pick<ApplicationsOwn, 'received' | 'onlineOnly'> & Remembered;

/**
 * Compares the received applications with earlier responses, and saves the new responses and the changes. `isSaved` is
 * false if the file cannot be read or written; the changes are then lost when the console ends.
 */
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
  const isKnown = [...own.received.keys()].every(agent => own.looks.has(agent));
  const saved = isKnown ? [] : await tried(() => readLooks(preferences()), []);
  const before = own.changes ?? (await tried(() => readChanges(preferences()), []));
  const {looks, changed, unsaved} = compared(own, saved);
  if (unsaved.length > 0) await tried(() => saveLooks(preferences(), unsaved), undefined);
  if (changed.length > 0) await tried(() => saveChanges(preferences(), changed), undefined);
  return {looks, changes: changed.length === 0 ? before : withChanges(before, changed), isSaved};
};

const compared = ({received, onlineOnly, looks: before}: Received, saved: readonly Look[]) => {
  const looks = new Map<string, AgentLook>(before);
  const changed: ApplicationChange[] = [];
  const unsaved: Look[] = [];
  for (const [agent, {rows, at, failure}] of received) {
    if (failure !== undefined || at === undefined) continue;
    const look = before.get(agent);
    const stored = saved.find(each => each.agent === agent);
    if (onlineOnly) {
      // The response omits offline applications, so a missing application may be offline or gone. The response does not
      // replace the look.
      if (look === undefined && stored !== undefined)
        looks.set(agent, {before: stored, last: stored, savedAt: stored.at});
      continue;
    }
    const last: Look = {agent, at, applications: rows.map(seenOf)};
    const previous = look?.last ?? stored;
    if (previous !== undefined) changed.push(...recordedChanges(previous, last));
    const next = nextLook(look, stored, last);
    const isUnsaved = needsSaving(next, look);
    if (isUnsaved) unsaved.push(last);
    looks.set(agent, isUnsaved ? {...next, savedAt: at} : next);
  }
  return {looks, changed, unsaved};
};

/** Clears the changes of the shown agents: later responses are compared with the last one. */
export const withAllSeen = (own: ApplicationsOwn): Pick<ApplicationsOwn, 'looks'> => ({
  looks: new Map(
    [...own.looks].map(([agent, look]) => [agent, own.shown.includes(agent) ? {...look, before: look.last} : look]),
  ),
});
