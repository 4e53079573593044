import {type Preferences, preferencesOfUrl} from '../core/preferences.ts';
import type {EffectContext} from '../core/screen.ts';
import {savedList} from './preferences-file.ts';
import type {RecordOf} from './schemas.ts';

export type SavedAgent = RecordOf<'agents'>;

/** If there are more agents, those that were changed longest ago are dropped. */
const MAX_AGENTS = 1_000;
const MAX_RECENT = 10;

const agents = savedList('agents');
const recent = savedList('recent-agents');

/** Preferences are saved by URL, because an id belongs to a different agent on another gateway. */
export const agentPreferences = (context: Pick<EffectContext, 'preferences' | 'connection'>): Preferences =>
  preferencesOfUrl(context.preferences(), context.connection().consoleUrl);

export const readAgents = agents.read;

/** A number may be the id of an agent that the gateway does not list. */
export const isAgentId = (text: string): boolean => /^\d+$/.test(text);

/** If agents have the same name, the first one is used. Returns an error message without a full stop. */
export const agentIds = (
  given: readonly string[],
  known: readonly {readonly id: string | number; readonly name?: string | undefined}[],
): readonly string[] | string => {
  const ids = new Set<string>();
  for (const text of given) {
    const found = isAgentId(text) ? {id: text} : known.find(({id, name}) => id === text || name === text);
    if (found === undefined) return `${JSON.stringify(text)} is neither an agent id nor the name of an agent`;
    ids.add(String(found.id));
  }
  return [...ids];
};

export const saveAgent = (preferences: Preferences, agent: SavedAgent): Promise<void> =>
  agents.change(preferences, all => {
    const others = all.filter(({id}) => id !== agent.id);
    const isKept = agent.name !== undefined || agent.isFavourite === true;
    return (isKept ? [agent, ...others] : others).slice(0, MAX_AGENTS);
  });

export const readRecentAgents = recent.read;

export const saveRecentAgents = (preferences: Preferences, ids: readonly string[]): Promise<void> =>
  recent.change(preferences, all => withRecent(all, ids));

export const forgetRecentAgents = (preferences: Preferences, ids: readonly string[]): Promise<void> =>
  recent.change(preferences, all => all.filter(id => !ids.includes(id)));

export const withRecent = (all: readonly string[], ids: readonly string[]): readonly string[] =>
  [...new Set([...ids, ...all])].slice(0, MAX_RECENT);
