import type {
  Agent,
  ApiToken,
  ApiTokenCreateBody,
  ApiTokenListQuery,
  ApiTokenUpdateBody,
  Application,
  ApplicationListQuery,
  ErrorLogEntry,
  ErrorLogQuery,
  LoginBody,
  OperationId,
  ReceivedRow,
  Secret,
} from '@edge-console/schema';
import type {RawInput} from '../http/request/encode.ts';
import type {RequestInput} from '../http/request/request-input.ts';
import type {AgentId} from '../resources/applications.ts';

type Awaitable<T> = T | Promise<T>;
type Fields<T extends ReceivedRow> = Omit<T, keyof ReceivedRow>;
/** Fields of a row, optional ones also as undefined; the client adds `raw`. */
export type FakeRow<T extends ReceivedRow> = {
  readonly [K in keyof Fields<T>]: Fields<T>[K] | (object extends Pick<Fields<T>, K> ? undefined : never);
};
/** All rows of a list, or a function of the call's arguments that gives them. The fake pages them. */
export type FakeList<T extends ReceivedRow, Args extends readonly unknown[]> =
  | readonly FakeRow<T>[]
  | ((...args: Args) => Awaitable<readonly FakeRow<T>[]>);

/** Result of a faked login. */
export interface FakeSession {
  readonly token: Secret | string;
  /** @default 1 */
  readonly userId?: number;
  readonly role?: string;
}

/**
 * The calls that a fake client knows. Functions have the arguments of the client's method, without its options; what they
 * throw is what the call rejects with.
 */
export interface FakeCalls {
  readonly apiTokens?: {
    readonly list?: FakeList<ApiToken, [query: ApiTokenListQuery]>;
    readonly get?: (id: number) => Awaitable<FakeRow<ApiToken>>;
    readonly create?: (body: ApiTokenCreateBody) => Awaitable<FakeRow<ApiToken> & {readonly token: Secret | string}>;
    readonly update?: (id: number, body: ApiTokenUpdateBody) => Awaitable<void>;
    readonly delete?: (id: number) => Awaitable<void>;
  };
  readonly session?: {
    readonly login?: (body: LoginBody) => Awaitable<FakeSession>;
    readonly logout?: () => Awaitable<void>;
  };
  readonly errorLogs?: {readonly list?: FakeList<ErrorLogEntry, [query: ErrorLogQuery]>};
  readonly applications?: {
    readonly list?: FakeList<Application, [agentId: AgentId, query: ApplicationListQuery]>;
    readonly agents?: FakeList<Agent, []>;
  };
  /** Gives the whole body, such as `{status: 0, data: …}`. */
  readonly request?: (input: RequestInput) => unknown;
}

/** How an operation is faked: `resource.method`, its arguments, and the body for its result. */
interface FakeRoute {
  readonly name: string;
  args(input: RawInput): readonly unknown[];
  body(result: never, input: RawInput): unknown;
}

interface Offsets {
  readonly start?: number;
  readonly end?: number;
  readonly page?: number;
  readonly page_size?: number;
}

const success = (): unknown => ({status: 0});
const dataOf = (data: unknown): unknown => ({status: 0, data});
const byQuery = ({query}: RawInput): readonly unknown[] => [query ?? {}];
const byId = ({params, body}: RawInput): readonly unknown[] => [params?.api_token_id, ...(body ? [body] : [])];
const byBody = ({body}: RawInput): readonly unknown[] => [body];
const textOf = (token: Secret | string): string => (typeof token === 'string' ? token : token.reveal());

const pageOf = (rows: readonly unknown[], {query}: RawInput): unknown => {
  const {start, end, page = 1, page_size = 20}: Offsets = query ?? {};
  const isOffset = start !== undefined || end !== undefined;
  const data = isOffset ? rows.slice(start, end) : rows.slice((page - 1) * page_size, page * page_size);
  return dataOf({data, meta: {count: rows.length}});
};

export const FAKE_ROUTES: Readonly<Record<OperationId, FakeRoute>> = {
  listApiTokens: {name: 'apiTokens.list', args: byQuery, body: pageOf},
  getApiToken: {name: 'apiTokens.get', args: byId, body: dataOf},
  createApiToken: {
    name: 'apiTokens.create',
    args: byBody,
    body: ({token, ...row}: {token: Secret | string}) => dataOf({...row, token: textOf(token)}),
  },
  updateApiToken: {name: 'apiTokens.update', args: byId, body: success},
  deleteApiToken: {name: 'apiTokens.delete', args: byId, body: success},
  login: {
    name: 'session.login',
    args: byBody,
    body: ({token, userId = 1, role}: FakeSession, {body}) =>
      dataOf({id: userId, username: (body as LoginBody).username, role, 'edge-token': textOf(token), login_2fa: {}}),
  },
  logout: {name: 'session.logout', args: () => [], body: success},
  listErrorLogs: {name: 'errorLogs.list', args: byQuery, body: pageOf},
  listApplications: {
    name: 'applications.list',
    args: ({params, query}) => [params?.agent_id, query ?? {}],
    body(rows: readonly unknown[], {query}) {
      const {_page = 1, _pagesize = rows.length}: ApplicationListQuery = query ?? {};
      return dataOf(rows.slice((_page - 1) * _pagesize, _page * _pagesize));
    },
  },
  listAgents: {name: 'applications.agents', args: () => [], body: dataOf},
};
