import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {logEntry} from './logs.ts';

/** How the responses of the gateway differ from its list (docs/field-facts.md#20, #21, #22). */
export interface Inconsistency {
  /** How many of the newest entries each replica lacks. A random replica responds; the seed is fixed. */
  readonly lags?: readonly number[];
  /** This many of the oldest entries are removed at each request. */
  readonly prune?: number;
  /** Added to the returned counts, in turns. */
  readonly jitter?: readonly number[];
  /** Invalid fields of some entries, by the id of the entry. */
  readonly odd?: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
}

/** The test can add entries while the gateway runs. */
export const startInconsistentGateway = async (
  length: number,
  {lags = [0], prune = 0, jitter = [0], odd}: Inconsistency,
) => {
  let next = length;
  let requests = 0;
  let random = 1;
  let rests = false;
  const entry = (id: number) => ({id, ...logEntry(`entry ${id}.`, {log_time: 1_795_000_000 + id})});
  let entries = Array.from({length}, (_, at) => entry(length - at));
  const turn = (values: readonly number[]): number => values[requests % values.length] ?? 0;
  // If two replicas took turns, the same one would respond to the first request of every poll.
  const lagOf = (): number => lags[(random >>> 16) % lags.length] ?? 0;
  const server = createServer((request, response) => {
    const {searchParams} = new URL(request.url ?? '/', 'http://gateway');
    const page = Number(searchParams.get('page') ?? 1);
    const size = Number(searchParams.get('page_size') ?? 20);
    requests++;
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    if (!rests) entries = entries.slice(0, Math.max(1, entries.length - prune));
    const seen = entries.slice(rests ? 0 : lagOf());
    const data = seen.slice((page - 1) * size, page * size).map(one => ({...one, ...odd?.get(one.id)}));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({status: 0, data: {data, meta: {count: Math.max(0, seen.length + turn(jitter))}}}));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ids: () => entries.map(({id}) => id),
    arrive(many: number): void {
      for (let n = 0; n < many; n++) entries = [entry(++next), ...entries];
    },
    /** Stops removing entries. All replicas then return the same list. */
    rest(): void {
      rests = true;
    },
    close: () => new Promise(resolve => server.close(resolve)),
  };
};
