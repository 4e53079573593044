import {NODE_TYPES} from '@edge-console/schema';
import {NoResponse, Unchecked} from '../check.ts';
import {AGENTS, applicationsPath, type Call, type Context, ERROR_LOGS, NO_ID, TOKENS} from '../gateway/context.ts';
import {dataOf, type HttpResponse, isObject, isSuccess, type JsonObject} from '../http/response.ts';

export interface Sample {
  readonly tokens: readonly JsonObject[];
  readonly entries: readonly JsonObject[];
  readonly agents: readonly {readonly row: JsonObject; readonly applications: readonly JsonObject[]}[];
  /** Query parameters that selected an entry, such as `{node_id: 7}`. The key is the id of the entry as JSON text. */
  readonly filters: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

const MAX_ROWS = 1000;
const MAX_PAGES = 10;
const MAX_AGENTS = 5;
const MAX_VALUES = 8;

// No entry matches these filters, so a gateway that returns entries ignores them.
const SELECT_NOTHING = ['node_id', 'app_id', 'req_id']
  .map(name => `${name}=${NO_ID}`)
  .concat('end_time=1', 'start_time=4102444800');

export const SAMPLE_REQUESTS =
  2 * (MAX_PAGES + 1) + 1 + MAX_AGENTS + NODE_TYPES.length + 2 * MAX_VALUES + 2 + SELECT_NOTHING.length;

export const listRows = (response: HttpResponse | undefined): readonly JsonObject[] | undefined => {
  if (!response || !isSuccess(response)) return undefined;
  const data = dataOf(response);
  const rows = isObject(data) && 'data' in data ? data.data : data;
  if (isObject(rows) && Object.keys(rows).length === 0) return [];
  return Array.isArray(rows) ? rows.filter(isObject) : undefined;
};

export const idKey = ({id}: JsonObject): string => JSON.stringify(id ?? null);

const readPages = async (read: (call: Call) => Promise<HttpResponse | undefined>, path: string) => {
  const rows = new Map<string, JsonObject>();
  let size = MAX_ROWS;
  for (let page = 1; page <= MAX_PAGES && rows.size < MAX_ROWS; page += 1) {
    const response = await read({path, query: `page=${page}&page_size=${size}`});
    const found = listRows(response) ?? [];
    const added = found.filter(row => !rows.has(idKey(row)));
    for (const row of added) rows.set(idKey(row), row);
    if (added.length === 0) break;
    // The gateway may limit the page size. Later requests with a larger size could then skip rows.
    size = Math.min(size, found.length);
  }
  return [...rows.values()];
};

/** If a request would exceed the request limit of the run or gets no response, the rows read before are the sample. */
export const takeSample = async ({call}: Context): Promise<Sample> => {
  const read = (request: Call): Promise<HttpResponse | undefined> =>
    call(request).catch(error => {
      if (error instanceof Unchecked || error instanceof NoResponse) return undefined;
      throw error;
    });
  const entries = await readPages(read, ERROR_LOGS);
  const tokens = await readPages(read, TOKENS);
  const newest = Math.max(...entries.map(({log_time}) => Number(log_time)));
  const spans = [newest - 1, newest].map(time => `start_time=${time}&end_time=${time + 1}`);
  const times = Number.isSafeInteger(newest) ? spans : [];
  for (const filter of times) await read({path: ERROR_LOGS, query: `${filter}&page=1&page_size=${MAX_ROWS}`});
  for (const filter of SELECT_NOTHING) await read({path: ERROR_LOGS, query: `${filter}&page=1&page_size=1`});
  const listed = await read({base: 'console', path: AGENTS});
  const agents: Sample['agents'][number][] = [];
  for (const row of listRows(listed) ?? []) {
    const isRead = agents.length < MAX_AGENTS;
    const response = isRead ? await read({base: 'console', path: applicationsPath(row.id)}) : undefined;
    agents.push({row, applications: listRows(response) ?? []});
  }
  const filters = new Map<string, Record<string, number>>();
  const values = (ids: readonly unknown[]) => [...new Set(ids.filter(id => Number.isInteger(id)))].slice(0, MAX_VALUES);
  const tried: readonly (readonly [name: string, values: readonly unknown[]])[] = [
    ['node_type', [...NODE_TYPES.keys()]],
    ['node_id', values(agents.map(({row}) => row.id))],
    ['app_id', values(agents.flatMap(({applications}) => applications.map(({id}) => id)))],
  ];
  for (const [name, ids] of tried) {
    for (const value of entries.length > 0 ? ids : []) {
      const response = await read({path: ERROR_LOGS, query: `${name}=${value}&page=1&page_size=${MAX_ROWS}`});
      for (const row of listRows(response) ?? []) {
        filters.set(idKey(row), {...filters.get(idKey(row)), [name]: value as number});
      }
    }
  }
  return {tokens, entries, agents, filters};
};
