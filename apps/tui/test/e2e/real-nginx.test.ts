import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {findNginx, startNginx} from '@edge-console/generator/nginx';
import {describe, expect, it, onTestFinished} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, freePort, USERNAME, withToken} from '../support/gateway.ts';
import {plainEnv, startServerProcess} from '../support/program.ts';

const logsBin = fileURLToPath(new URL('../../../../packages/generator/bin/edge-logs.mjs', import.meta.url));
const found = findNginx();

/** The upstream server refuses connections, and the Lua code fails. */
const config = (port: number, closed: number) => `worker_processes 2; events { } http { access_log off;
  server { listen 127.0.0.1:${port}; server_name shop.example;
    location / { proxy_pass http://127.0.0.1:${closed}; }
    location /lua/ { content_by_lua_file lua/cart.lua; } } }`;
const LUA = 'local function total(cart)\n  return #cart.items\nend\nngx.say(total({}))\n';

/** The import is killed when the test ends. */
const startImport = (log: string, database: string) => {
  const child = spawn(process.execPath, [logsBin, 'import', '--follow', '--nginx', log, '--database', database], {
    env: {...plainEnv, TZ: process.env.TZ ?? ''},
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    stop: async (): Promise<unknown> => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      return (await exit)[0];
    },
  };
};

const reason = typeof found === 'string' ? ` (skipped: ${found})` : '';

describe.skipIf(reason !== '')(`a real nginx${reason}`, () => {
  it('errors of a real nginx appear as they are written, also after its log is rotated or truncated', async () => {
    const folder = temporaryFolder('real-nginx');
    const [database, seed] = [join(folder, 'edge.db'), join(folder, 'seed.json')];
    const users = [{username: USERNAME, password: 'correct horse battery', role: 'master'}];
    const tokens = [{username: USERNAME, name: 'for tests', expire: 0, token: API_TOKEN}];
    await writeFile(seed, JSON.stringify({users, tokens}));
    const {url} = await startServerProcess('--database', database, '--seed', seed);

    const [port, closed] = [await freePort(), await freePort()];
    // Notices come in a different order in each run. Without them, the newest entry is that of the last request.
    const nginx = await startNginx({
      config: () => config(port, closed),
      files: {'lua/cart.lua': LUA},
      level: 'error',
    });
    onTestFinished(nginx.stop);
    const request = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(response => response.text());
    const followed = startImport(nginx.errorLog, database);

    const console = await startConsole(['--url', url, '--tab', 'error-logs'], {env: withToken, cols: 200});
    await request('/first');
    await console.row('/first').contains('Connection refused');

    await request('/before-rotation');
    await nginx.rotate();
    await request('/lua/after-rotation');
    await console.row('/before-rotation').contains('Connection refused');
    await console.selected('/lua/after-rotation').see("attempt to get length of field 'items' (a nil value)");
    await console.press('error-logs.open').see('stack traceback').key('esc').gone('stack traceback');

    await truncate(nginx.errorLog);
    await request('/after-truncation');
    await console.row('/after-truncation').contains('Connection refused');

    await nginx.rotate();
    await request('/rotated-again');
    await console.row('/rotated-again').contains('Connection refused');
    expect(await followed.stop()).toBe(0);
  });
});
