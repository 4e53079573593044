import type {SeedInput} from '@edge-console/server';
import {application} from '../support/application.ts';

/** Milliseconds since the epoch. */
export const NOW = Date.UTC(2026, 10, 20, 12, 0, 3);
export const TOKEN = 'a1d3c1de-0000-4000-8000-000000000001';
export const PASSWORD = 'frame-password';

/** Unsanitised, this text clears the screen, changes colours, sets the title and hides the rest of the line. */
const NASTY = 'a\u001b[2J\u001b[31mred\u001b]0;title\u0007 \u009b31m \u202eevil\u202c \u001b]8;;http://x';
const WIDE = '上游服务器超时 😀 タイムアウト';

const seconds = NOW / 1000;
const LINE =
  '2026/11/20 12:00:03 [error] 31#31: *1873 upstream timed out (110: Connection timed out) while reading response header from upstream, client: 10.0.7.9, server: api.example.com, request: "GET /v1/items/7 HTTP/1.1", upstream: "http://10.1.0.4:8080/v1/items/7", host: "api.example.com"';
const logs = [LINE, NASTY, WIDE, 'first line\nsecond line\ttabbed'];

const hostileApplication = (id: number, name: string) =>
  application(id, name, {
    online: id % 3 !== 0,
    created: seconds - 86_400 * id,
    modified: seconds - 60,
    cwd: `/srv/${name}`,
    processes: [
      {kind: `master ${name}`, id: 1, pid: 100 + id},
      {kind: 'worker', id: 2, pid: 200 + id},
    ],
    ports: ['0.0.0.0:443', `[::]:${name}`],
    version: {libc: '2.41', [name]: name},
  });

/** The texts are hostile or unusual. */
export const seed: SeedInput = {
  users: [{username: 'ann', password: PASSWORD, role: `master ${NASTY}`}],
  tokens: [
    {username: 'ann', name: 'frames', expire: 0, token: TOKEN},
    {username: 'ann', name: NASTY, expire: NOW + 3 * 86_400_000},
    {username: 'ann', name: WIDE, expire: NOW - 86_400_000},
    {username: 'ann', name: 'long '.repeat(40), expire: 1_795_000_000},
    ...Array.from({length: 40}, (_, at) => ({username: 'ann', name: `token ${at}`, expire: NOW + at * 864e5})),
  ],
  error_logs: Array.from({length: 400}, (_, at) => ({
    level: at % 9,
    count: 1 + ((at * 7) % 2_000),
    src: 2,
    log_time: seconds - at,
    log: logs[at % logs.length] ?? '',
    node_type: at % 3,
    app_id: at % 5,
    req_id: `0000288${at}`,
  })),
  agents: [
    {
      id: 1,
      name: NASTY,
      applications: [hostileApplication(1, 'nginx'), hostileApplication(2, NASTY), hostileApplication(3, WIDE)],
    },
    {id: 2, name: 'quiet', applications: []},
  ],
};
