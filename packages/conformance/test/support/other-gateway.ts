import {once} from 'node:events';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';

/** Random texts that occur nowhere else, so that a recording with one of them was not anonymised. */
export const createCanaries = () => {
  const planted: string[] = [];
  const plant = (canary: string): string => {
    planted.push(canary);
    return canary;
  };
  let count = 0;
  const next = (): number => {
    count += 1;
    return count;
  };
  return {
    planted,
    word: () => plant(`wombat${next()}quokka`),
    host: () => plant(`numbat${next()}.bilby.org`),
    address: () => plant(`203.0.${100 + (next() % 150)}.${100 + Math.floor(count / 150)}`),
    address6: () => plant(`2001:db8::${(0xa000 + next()).toString(16)}`),
    number: () => Number(plant(String(7_310_000_000 + next()))),
    id: () => plant(`0000${(0xabcdef0000 + next()).toString(16)}${'9'.repeat(10)}`),
    uuid: () => plant(`deadbeef-0000-4000-8000-${String(next()).padStart(12, 'c')}`),
  };
};

type Canaries = ReturnType<typeof createCanaries>;

/** An application with a canary in each text. */
const application = (index: number, {word, host, address, number}: Canaries) => ({
  id: 100 + index,
  name: word(),
  online: index % 2 === 0,
  processes: [{kind: word(), id: index, pid: number(), [word()]: word()}],
  ports: [`${address()}:443`, `${host()}:8080`],
  version: {[word()]: word(), nginx: '1.27.3'},
  created: 1_795_000_000.5,
  modified: 1_795_000_000.5,
  cmd_line: `/opt/${word()}/nginx -c /etc/${word()}.conf`,
  exe: `/home/${word()}/nginx`,
  cwd: `/srv/${word()}`,
  pgid: 31,
  [word()]: {[word()]: [word(), number()]},
});

const PATHS = /^\/(?:admin-api\/(?:api_token(?:\/[^/]+)?|log_server\/errlog)|api\/agents(?:\/7\/applications)?)$/;

/**
 * Starts a gateway of another design than the reference server: sessions that no list accepts, no trailing slashes, UUIDs as ids of tokens,
 * pages of at most 50 rows, entries with the oldest first, filters for one level only, no times, and failures as HTML,
 * as text and in another JSON form. Every text of it has canaries.
 */
export const startOtherGateway = async (token: string, canaries: Canaries) => {
  const {word, host, address, address6, number, id, uuid} = canaries;
  const account = {username: word(), password: word()};
  const tokens = Array.from({length: 30}, (_, index) => ({
    ...{id: uuid(), name: `${word()} ${word()}`, expire: index % 2 === 0 ? 0 : 1_900_000_000},
    ...{_created_unix: 1_795_000_000 + index, owner: word(), token: id()},
  }));
  const entries = Array.from({length: 120}, (_, index) => {
    const request = `GET /${word()}?u=${word()} HTTP/1.1`;
    const tail = `client: ${index % 2 === 0 ? address() : address6()}, server: ${host()}, request: "${request}"`;
    const message =
      index % 3 === 0 ? 'upstream timed out (110: Connection timed out)' : `[lua] ${word()}.lua:7: ${word()}`;
    const log = `2026/11/20 12:00:03 [error] 31#31: *${index} ${message}, ${tail}, request_id: "${id()}"`;
    return {
      id: 1000 + index,
      level: String(index % 9),
      count: 1,
      log_time: 1_795_176_003 + index,
      log,
      [word()]: word(),
    };
  });
  const agents = [{id: 7, name: word(), [word()]: word()}];
  const applications = Array.from({length: 3}, (_, index) => application(index, canaries));
  const page = <T>(rows: readonly T[], query: URLSearchParams) => {
    const size = Math.min(Number(query.get('page_size') ?? 20), 50);
    const from = (Number(query.get('page') ?? 1) - 1) * size;
    return {data: rows.slice(from, from + size), meta: {count: rows.length, [word()]: word()}};
  };
  const send = (response: ServerResponse, http: number, type: string, body: string) =>
    response.writeHead(http, {'content-type': type, server: word(), 'x-node': host()}).end(body);
  const refuse = (response: ServerResponse, http: number) =>
    send(
      response,
      http,
      `application/json; charset=utf-8; v=${word()}`,
      JSON.stringify({detail: word(), [word()]: number()}),
    );
  const login = (body: string) => ({
    ...{id: word(), username: account.username, 'edge-token': id(), login_2fa: {[word()]: word()}, role: word()},
    ...{_created_unix: word(), [word()]: word(), asked: body.length},
  });
  const server = createServer(async (request, response) => {
    const {pathname, searchParams: query} = new URL(request.url ?? '/', 'http://gateway');
    const succeed = (data: unknown) =>
      send(
        response,
        200,
        'application/json',
        JSON.stringify({status: 0, msg: word(), data, node: host(), [word()]: number()}),
      );
    const body = await text(request);
    if (request.method === 'POST' && pathname === '/admin-api/user/login' && body.includes(account.password)) {
      return succeed(login(body));
    }
    if (request.method !== 'GET') return send(response, 501, 'text/plain', `${word()} is not here`);
    if (!PATHS.test(pathname)) {
      return send(response, 404, 'text/html', `<html><title>${word()}</title><h1>Not Found</h1>${host()}</html>`);
    }
    if (request.headers['api-token'] !== token) return refuse(response, request.headers['api-token'] ? 403 : 401);
    if ([...query.values()].some(value => value === 'x' || value === '-1' || value === 'high'))
      return refuse(response, 422);
    if (pathname === '/api/agents') return succeed(agents);
    if (pathname.endsWith('/applications')) return succeed(applications);
    if (pathname === '/admin-api/api_token') return succeed(page(tokens, query).data);
    if (pathname.startsWith('/admin-api/api_token/')) {
      const found = tokens.find(row => pathname.endsWith(row.id));
      return found ? succeed(found) : refuse(response, 404);
    }
    const level = query.get('level');
    return succeed(page(level ? entries.filter(entry => entry.level === level) : entries, query));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    account,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
