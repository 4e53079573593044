import type {JsonObject} from '../http/response.ts';
import type {Anonymiser} from './anonymise/anonymiser.ts';
import type {Keyed} from './anonymise/keyed.ts';
import type {Exchange} from './observe.ts';
import type {Sample} from './sample.ts';
import {agentRows, applicationRows, entryRows, type Resource, type Rows, string, tokenRows} from './twin-rows.ts';

export interface Seeded {
  readonly seed: object;
  readonly rows: Readonly<Record<Resource, Rows>>;
  readonly user: {readonly username: string; readonly id: number};
}

// Responses contain the request id of an entry only in the message.
const REQUEST_ID = /(?<![0-9A-Za-z])[0-9a-f]{24}(?![0-9A-Za-z])/;

/**
 * Returns a function that takes a message and returns its request id. Returns '' if there is none, or if the recorded
 * requests suggest that the filter `req_id` does not find it. Ids that begin with a zero are judged separately, because
 * some gateways find none of these ids.
 */
const requestIds = (exchanges: readonly Exchange[]) => {
  const tried = exchanges.flatMap(({query, response: {text}}) => {
    const id = query.get('req_id') ?? '';
    return REQUEST_ID.test(id) && !/^f+$/.test(id) ? [{form: formOf(id), found: text.includes(id)}] : [];
  });
  return (log: unknown): string => {
    const id = REQUEST_ID.exec(string(log))?.[0] ?? '';
    const alike = tried.filter(({form}) => form === formOf(id));
    return alike.length === 0 || alike.some(({found}) => found) ? id : '';
  };
};

const formOf = (id: string): string => (id.startsWith('0') ? `zero${/^\d+$/.test(id) ? ' digits' : ''}` : 'other');

interface SeedOptions {
  readonly anonymiser: Anonymiser;
  readonly keyed: Keyed;
  readonly exchanges: readonly Exchange[];
  readonly login: JsonObject | undefined;
  readonly entriesBy: 'id' | 'list';
}

export const seedOf = (sample: Sample, {anonymiser, keyed, exchanges, login, entriesBy}: SeedOptions): Seeded => {
  const requestIdOf = requestIds(exchanges);
  const username = anonymiser.text(string(login?.username, 'user'), 'login.username');
  const tokens = tokenRows(sample.tokens, anonymiser);
  const entries = entryRows(sample.entries, anonymiser, entriesBy);
  const applications = sample.agents.map(agent => applicationRows(agent.applications, anonymiser));
  const listed = sample.agents.map(({row}) => row);
  const agents = agentRows(listed, anonymiser);
  const agentIds = [...agents.values()].map(({id}) => id);
  const seed = {
    users: [
      {username, password: keyed.secret('password').slice(0, 24), role: 'twin'},
      // A second user owns the API token, because the token list of the first user must contain only the recorded
      // tokens.
      {username: `${username} (twin)`, password: keyed.secret('unused').slice(0, 24), role: 'twin'},
    ],
    tokens: [
      ...[...tokens.values()].map(({expected: {name, expire}}) => ({username, name, expire})),
      {username: `${username} (twin)`, name: 'twin', token: uuidOf(keyed.secret('token'))},
    ],
    error_logs: [...entries]
      .sort((a, b) => a[1].id - b[1].id)
      .map(([key, {expected}]) => {
        const {id: _, ...entry} = expected;
        const filtered = anonymiser.json(sample.filters.get(key) ?? {}, 'ids') as JsonObject;
        return {...entry, ...filtered, req_id: requestIdOf(entry.log)};
      }),
    agents: [...agents.values()].map(({id, expected: {name}}, at) => ({
      id,
      name,
      applications: [...(applications[at]?.values() ?? [])].map(({expected}) => expected),
    })),
  };
  const applicationEntries = applications.flatMap((rows, at) =>
    [...rows.values()].map(row => [`${agentIds[at]}/${row.id}`, row] as const),
  );
  return {
    seed,
    rows: {tokens, entries, agents, applications: new Map(applicationEntries)},
    user: {username, id: 1},
  };
};

const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
