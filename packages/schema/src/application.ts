import {z} from 'zod';
import {readList, readMap} from './envelope.ts';

const process = {kind: z.string(), id: z.int(), pid: z.int()};
const shape = {
  id: z.int(),
  name: z.string(),
  online: z.boolean(),
  /** Unix seconds with fraction. */
  created: z.number(),
  /** Unix seconds with fraction. */
  modified: z.number(),
  cmd_line: z.string(),
  exe: z.string(),
  cwd: z.string(),
  pgid: z.int(),
};

/** An application found on an agent (contract "Application"). `version` maps a component to its version. */
export const application = z.looseObject({
  ...shape,
  processes: readList(z.looseObject(process)),
  ports: readList(z.string()),
  version: readMap(z.string()),
});
export type Application = z.infer<typeof application>;

export const applicationSent = z.object({
  ...shape,
  processes: z.array(z.object(process)),
  ports: z.array(z.string()),
  version: z.record(z.string(), z.string()),
});

/** Query of the applications list; `online=1` answers the online ones alone. */
export const applicationListQuery = z.strictObject({
  _page: z.int().min(1).optional(),
  _pagesize: z.int().min(0).optional(),
  online: z.int().optional(),
});
export type ApplicationListQuery = z.infer<typeof applicationListQuery>;

/** An agent, as the undocumented agent list gives it (field fact 15). */
export const agent = z.looseObject({id: z.union([z.int(), z.string()]), name: z.string().optional()});
export type Agent = z.infer<typeof agent>;
export const agentSent = z.object({id: z.int(), name: z.string()});
export const agentListQuery = z.strictObject({detail: z.int().optional()});

/** Some consoles wrap their rows once more, like the admin site does; both forms read the same. */
const rows = <T extends z.ZodType>(item: T) =>
  z.preprocess(value => (isWrapped(value) ? value.data : value), readList(item));

const isWrapped = (value: unknown): value is {data: unknown} =>
  typeof value === 'object' && value !== null && 'data' in value;

export const applicationResponses = {
  list: {
    read: z.looseObject({status: z.literal(0), data: rows(application)}),
    sent: z.object({status: z.literal(0), data: z.array(applicationSent)}),
  },
  agents: {
    read: z.looseObject({status: z.literal(0), data: rows(agent)}),
    sent: z.object({status: z.literal(0), data: z.array(agentSent)}),
  },
};
