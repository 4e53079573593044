import * as z from 'zod/mini';

const application = z.object({
  id: z.number(),
  name: z.string(),
  online: z.optional(z.boolean()),
  /** The versions of all components, joined to one text. */
  version: z.string(),
  pids: z.optional(z.array(z.number())),
});

/** Records of each list of a profile's saved state, by the name of the list. */
export const LISTS = {
  views: z.object({name: z.string(), screen: z.string(), params: z.record(z.string(), z.string())}),
  bookmarks: z.object({
    id: z.number(),
    /** Unix seconds. */
    time: z.number(),
    note: z.string(),
  }),
  mutes: z.object({
    template: z.string(),
    reason: z.string(),
    /** Milliseconds since the epoch. null if the mute never ends. */
    until: z.nullable(z.number()),
  }),
  agents: z.object({
    id: z.string(),
    /** The operator's name for the agent, which is never sent to the gateway. */
    name: z.optional(z.string()),
    isFavourite: z.optional(z.boolean()),
  }),
  'recent-agents': z.string(),
  'application-looks': z.object({
    agent: z.string(),
    /** Milliseconds since the epoch. */
    at: z.number(),
    applications: z.array(application),
  }),
  'application-changes': z.object({
    agent: z.string(),
    /** Unique within the agent. */
    id: z.number(),
    /** Milliseconds since the epoch. */
    at: z.number(),
    field: z.enum(['state', 'processes', 'pids', 'version', 'listed']),
    from: z.string(),
    to: z.string(),
  }),
} as const;

export const display = z.object({
  fold: z.optional(z.boolean()),
  histogram: z.optional(z.boolean()),
  histogramScale: z.optional(z.enum(['linear', 'log'])),
  wrap: z.optional(z.boolean()),
});

export type ListName = keyof typeof LISTS;

export type RecordOf<N extends ListName> = Readonly<z.infer<(typeof LISTS)[N]>>;
