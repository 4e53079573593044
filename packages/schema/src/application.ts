import {z} from 'zod';
import {field} from './docs.ts';
import {readList, readMap, successStatus} from './envelope.ts';

const stampExample = 1_795_000_000.5;

const process = {
  kind: field(z.string(), {description: 'Kind of process.', example: 'master'}),
  id: field(z.int(), {description: 'Identifier of the process.', example: 0}),
  pid: field(z.int(), {description: 'Process id.', example: 31}),
};
const processesDoc = {description: 'Processes of the application.'};
const portsDoc = {description: 'Listening addresses, `<host>:<port>`.', example: ['0.0.0.0:443']};
const versionDoc = {
  description: 'Version of each component by its name; `libc` is one.',
  example: {libc: '2.36', nginx: '1.27.3'},
};

const shape = {
  id: field(z.int(), {description: 'Identifier of the application, unique within its agent.', example: 101}),
  name: field(z.string(), {description: 'Name of the application.', example: 'nginx'}),
  online: field(z.boolean(), {description: 'Whether the application is online.', example: true}),
  /** Unix seconds with fraction. */
  created: field(z.number(), {description: 'Creation time, Unix seconds with fraction.', example: stampExample}),
  /** Unix seconds with fraction. */
  modified: field(z.number(), {
    description: 'Time of the last change, Unix seconds with fraction.',
    example: stampExample,
  }),
  cmd_line: field(z.string(), {description: 'Command line.', example: 'nginx: master process nginx'}),
  exe: field(z.string(), {description: 'Path of the executable.', example: '/usr/sbin/nginx'}),
  cwd: field(z.string(), {description: 'Working directory.', example: '/'}),
  pgid: field(z.int(), {description: 'Process group id.', example: 31}),
};

/** An application of an agent (docs/contract.md#application). `version` maps a component to its version. */
export const application = z.looseObject({
  ...shape,
  processes: field(readList(z.looseObject(process)), processesDoc),
  ports: field(readList(z.string()), portsDoc),
  version: field(readMap(z.string()), versionDoc),
});
export type Application = z.infer<typeof application>;

export const applicationSent = z.object({
  ...shape,
  processes: field(z.array(z.object(process)), processesDoc),
  ports: field(z.array(z.string()), portsDoc),
  version: field(z.record(z.string(), z.string()), versionDoc),
});

/** Query of the application list; `online=1` selects those that are online. */
export const applicationListQuery = z.strictObject({
  _page: field(z.int().min(1), {
    description: 'Page, counted from 1. Without `_page` and `_pagesize` the whole list is returned.',
    example: 1,
  }).optional(),
  _pagesize: field(z.int().min(0), {description: 'Rows per page.', example: 20}).optional(),
  online: field(z.int(), {
    description: 'Any value but 0 selects the applications that are online.',
    example: 1,
  }).optional(),
});
export type ApplicationListQuery = z.infer<typeof applicationListQuery>;

const agentIdDoc = {description: 'Identifier of the agent.', example: 1};
const agentNameDoc = {description: 'Name of the agent.', example: 'edge-1'};

/** Identifier in the paths of one agent. */
export const agentId = field(z.int().min(0), agentIdDoc);

/** An agent of the agent list, which the contract does not have (docs/field-facts.md#15). */
export const agent = z.looseObject({
  id: field(z.union([z.int(), z.string()]), agentIdDoc),
  name: field(z.string(), agentNameDoc).optional(),
});
export type Agent = z.infer<typeof agent>;
export const agentSent = z.object({id: field(z.int(), agentIdDoc), name: field(z.string(), agentNameDoc)});
export const agentListQuery = z.strictObject({
  detail: field(z.int(), {description: 'Accepted; its effect is unspecified.', example: 1, default: 0}).optional(),
});

/** Rows in `data`, or in `data.data` as on the admin site. */
const rows = <T extends z.ZodType>(item: T) =>
  z.preprocess(value => (isWrapped(value) ? value.data : value), readList(item));

const isWrapped = (value: unknown): value is {data: unknown} =>
  typeof value === 'object' && value !== null && 'data' in value;

export const applicationResponses = {
  list: {
    read: z.looseObject({status: successStatus, data: rows(application)}),
    sent: z.object({status: successStatus, data: z.array(applicationSent)}),
  },
  agents: {
    read: z.looseObject({status: successStatus, data: rows(agent)}),
    sent: z.object({status: successStatus, data: z.array(agentSent)}),
  },
};
