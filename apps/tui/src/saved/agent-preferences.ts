import * as z from 'zod';
import {type Preferences, preferencesOfUrl} from '../core/preferences.ts';
import type {EffectContext} from '../core/screen.ts';
import {savedList} from './preferences.ts';

const agentSchema = z.object({
  id: z.string(),
  /** The operator's name for the agent, which is never sent to the gateway. */
  name: z.string().optional(),
  isFavourite: z.boolean().optional(),
});

/** What the operator has chosen for an agent: a name and the favourite mark. */
export type SavedAgent = Readonly<z.infer<typeof agentSchema>>;

/** Maximum number of agents in the list. If it is exceeded, the agents that were changed longest ago are dropped. */
const MAX_AGENTS = 1_000;
const MAX_RECENT = 10;

const agents = savedList<SavedAgent>('agents', agentSchema);
const recent = savedList<string>('recent-agents', z.string());

/** Returns preferences that are saved by URL, since an agent's id means another agent at another URL. */
export const agentPreferences = ({
  preferences,
  connection,
}: Pick<EffectContext, 'preferences' | 'connection'>): Preferences =>
  preferencesOfUrl(preferences(), connection().consoleUrl);

export const readAgents = agents.read;

/** Whether a text can be the id of an agent that is not listed. Listed agents may have other ids. */
export const isAgentId = (text: string): boolean => /^\d+$/.test(text);

/**
 * Returns the ids of agents that are given by id or name. If agents have the same name, the first one in `known` is
 * used. Returns an error message without a full stop if a text is neither an id nor a name.
 */
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

/**
 * Replaces the saved data of an agent. If the agent has neither name nor favourite mark, only removes its saved data.
 */
export const saveAgent = (preferences: Preferences, agent: SavedAgent): Promise<void> =>
  agents.change(preferences, all => {
    const others = all.filter(({id}) => id !== agent.id);
    const isKept = agent.name !== undefined || agent.isFavourite === true;
    return (isKept ? [agent, ...others] : others).slice(0, MAX_AGENTS);
  });

/** Reads the ids of the agents shown most recently, newest first. */
export const readRecentAgents = recent.read;

export const saveRecentAgents = (preferences: Preferences, ids: readonly string[]): Promise<void> =>
  recent.change(preferences, all => withRecent(all, ids));

export const forgetRecentAgents = (preferences: Preferences, ids: readonly string[]): Promise<void> =>
  recent.change(preferences, all => all.filter(id => !ids.includes(id)));

export const withRecent = (all: readonly string[], ids: readonly string[]): readonly string[] =>
  [...new Set([...ids, ...all])].slice(0, MAX_RECENT);
