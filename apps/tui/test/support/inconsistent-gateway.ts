import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** How the responses of a gateway differ from its real list (docs/field-facts.md#20, #21, #22). */
export interface Inconsistency {
  /** For each replica, how many of the newest entries it lacks. A random replica responds; the seed is fixed. */
  readonly lags?: readonly number[];
  /** Number of the oldest entries that are removed at each request. */
  readonly prune?: number;
  /** Differences of the returned counts from the real counts, used in turns. */
  readonly jitter?: readonly number[];
  /** For the ids of some entries, invalid fields that replace the fields of the entry. */
  readonly odd?: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
}

/** Starts a gateway with `length` error log entries. The test can add entries while it runs. */
export const startInconsistentGateway = async (
  length: number,
  {lags = [0], prune = 0, jitter = [0], odd}: Inconsistency,
) => {
  let next = length;
  let requests = 0;
  let random = 1;
  let rests = false;
  const entry = (id: number) => ({id, level: 4, count: 1, src: 0, log_time: 1_795_000_000 + id, log: `entry ${id}.`});
  let entries = Array.from({length}, (_, at) => entry(length - at));
  const turn = (values: readonly number[]): number => values[requests % values.length] ?? 0;
  // Random: with two replicas strictly in turn, the same one would answer the first request of every poll.
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
    /** Stops removing entries, and makes all replicas return the real list. */
    rest(): void {
      rests = true;
    },
    close: () => new Promise(resolve => server.close(resolve)),
  };
};
