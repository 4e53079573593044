import * as z from 'zod';
import type {Preferences} from '../core/preferences.ts';
import {savedList} from './preferences.ts';

const agentSchema = z.object({
  id: z.string(),
  /** The operator's name for the agent. The gateway is not sent it. */
  name: z.string().optional(),
  isFavourite: z.boolean().optional(),
});

/** What an operator saves about an agent: its own name, and whether it is a favourite. */
export type SavedAgent = Readonly<z.infer<typeof agentSchema>>;

/** With more, the agents changed first are forgotten. */
const MAX_AGENTS = 1_000;
const MAX_RECENT = 10;

const agents = savedList<SavedAgent>('agents', agentSchema);
const recent = savedList<string>('recent-agents', z.string());

export const readAgents = agents.read;

/** Replaces what is saved about an agent. An agent with neither name nor mark is not kept. */
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

export const withRecent = (all: readonly string[], ids: readonly string[]): readonly string[] =>
  [...new Set([...ids, ...all])].slice(0, MAX_RECENT);
