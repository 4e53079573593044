import * as z from 'zod/mini';
import {field, INT64, optional} from '../docs.ts';
import {converted, readList, readMap, successRead, successStatus} from '../envelope.ts';
import type {Agent, Application} from '../interfaces.ts';
import {isRecord, type ReceivedRow, type RowKind, readRows, rowKind} from '../row.ts';
import {oneLine} from '../values.ts';

const stampExample = 1_795_000_000.5;

export const applicationProcess = z.object({
  kind: field(z.string(), {description: 'Kind of process.', example: 'master'}),
  id: field(z.int(), {description: 'Identifier of the process.', example: 0}),
  pid: field(z.int(), {description: 'Process id.', example: 31}),
});
const processesDoc = {description: 'Processes of the application.'};
const portsDoc = {description: 'Listening addresses, `<host>:<port>`.', example: ['0.0.0.0:443']};
const versionDoc = {
  description: 'Version of each component, by name.',
  example: {nginx: '1.27.3'},
};

const shape = {
  id: field(z.int(), {...INT64, description: 'Identifier of the application within its agent.', example: 101}),
  name: field(z.string(), {description: 'Name of the application.', example: 'nginx'}),
  online: field(z.boolean(), {description: 'Whether the application is online.', example: true}),
  created: field(z.number(), {description: 'Creation time, Unix seconds with fraction.', example: stampExample}),
  modified: field(z.number(), {
    description: 'Time of the last change, Unix seconds with fraction.',
    example: stampExample,
  }),
  cmd_line: field(z.string(), {description: 'Command line.', example: 'nginx'}),
  exe: field(z.string(), {description: 'Path of the executable.', example: '/usr/sbin/nginx'}),
  cwd: field(z.string(), {description: 'Working directory.', example: '/'}),
  pgid: field(z.int(), {description: 'Process group id.', example: 31}),
};

const {id, name, ...others} = shape;

/** A valid application as a client reads it. `applicationKind` also reads applications with invalid optional fields. */
export const application = z.object({
  id,
  name,
  ...z.partial(z.object(others)).shape,
  processes: optional(readList(applicationProcess), processesDoc),
  ports: optional(readList(z.string()), portsDoc),
  version: optional(readMap(z.string()), versionDoc),
});

/** How a client reads applications. Required fields: `id` and `name`. */
export const applicationKind = rowKind<Application>(application, {
  describe: ({id, name}) => `application ${id} (${oneLine(name)})`,
});

export const applicationSent = z.object({
  ...shape,
  processes: field(z.array(applicationProcess), processesDoc),
  ports: field(z.array(z.string()), portsDoc),
  version: field(z.record(z.string(), z.string()), versionDoc),
});

export const applicationListQuery = z.strictObject({
  _page: optional(z.int().check(z.gte(1)), {
    description: 'Page number, from 1. Default: one page with the whole list.',
    example: 1,
  }),
  _pagesize: optional(z.int().check(z.gte(0)), {description: 'Rows per page.', example: 20}),
  online: optional(z.int(), {
    description: 'If present and not 0, only applications that are online are listed.',
    example: 1,
  }),
});

const agentIdText = {description: 'Identifier of the agent.', example: 1};
const agentIdDoc = {...INT64, ...agentIdText};
const agentNameDoc = {description: 'Name of the agent.', example: 'edge-1'};

export const agentId = field(z.int().check(z.gte(0)), agentIdDoc);

/** A valid agent as a client reads it. `agentKind` also reads agents with invalid optional fields. */
export const agent = z.object({
  id: field(z.union([z.int(), z.string()]), agentIdText),
  name: optional(z.string(), agentNameDoc),
});

/** How a client reads agents. Required field: `id`. */
export const agentKind = rowKind<Agent>(agent, {
  describe: ({id, name}) => `agent ${oneLine(String(id))}${name === undefined ? '' : ` (${oneLine(name)})`}`,
});

export const agentSent = z.object({id: field(z.int(), agentIdDoc), name: field(z.string(), agentNameDoc)});
export const agentListQuery = z.strictObject({
  detail: optional(z.int(), {
    description: 'Servers accept this parameter. Its effect is not specified.',
    example: 1,
    default: 0,
  }),
});

/** Reads rows from `data`, or from `data.data`, where the lists of tokens and error logs have them. */
const listRead = <T extends ReceivedRow>(kind: RowKind<T>) =>
  z.pipe(
    successRead({data: converted(unwrapped, readList(z.unknown()))}),
    z.transform(response => ({...response, ...readRows(kind, response.data)})),
  );

const unwrapped = (value: unknown): unknown => (isRecord(value) && 'data' in value ? value.data : value);

export const applicationResponses = {
  list: {
    read: listRead(applicationKind),
    sent: z.object({status: successStatus, data: z.array(applicationSent)}),
  },
  agents: {
    read: listRead(agentKind),
    sent: z.object({status: successStatus, data: z.array(agentSent)}),
  },
};
