import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {describe, expect, onTestFinished, test} from 'vitest';
import {findNginx} from '../../src/nginx/find-nginx.ts';
import {freePort} from '../../src/nginx/ports.ts';
import {type NginxOptions, SETPRIV, startNginx} from '../../src/nginx/start-nginx.ts';

const found = findNginx();
if (typeof found === 'string') process.stderr.write(`${found}: the tests of nginx are skipped.\n`);

const config = (port: number, more = '') =>
  `worker_processes 2; events { } http { access_log off; server { listen 127.0.0.1:${port}; return 200 "ok"; ${more} } }`;

const start = async (options: Partial<NginxOptions> = {}) => {
  const port = await freePort();
  const nginx = await startNginx({config: () => config(port), ...options});
  onTestFinished(nginx.stop);
  return {nginx, port};
};

/** Processes whose command line contains a text. */
const processesOf = (text: string): readonly string[] =>
  readdirSync('/proc').filter(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text);
    } catch {
      return false;
    }
  });

test('a missing nginx, or a missing Lua module, is named in one sentence', () => {
  expect(findNginx([], [])).toMatch(/^nginx is not installed; .*apt-get install nginx libnginx-mod-http-lua$/);
  if (typeof found !== 'string') {
    expect(findNginx(undefined, [])).toMatch(/^the Lua module of nginx is not installed; .*libnginx-mod-http-lua$/);
  }
});

describe.skipIf(typeof found === 'string')('nginx', () => {
  test('nginx listens, reloads, and keeps its configuration if the new one is wrong', async () => {
    const {nginx, port} = await start();
    const body = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
    expect(await body()).toBe('ok');
    expect(await nginx.reload(config(port).replace('ok', 'new'))).toBe(true);
    await expect.poll(body).toBe('new');
    expect(await nginx.reload(config(port, 'nonsense on;'))).toBe(false);
    expect(await body()).toBe('new');
    expect(await readFile(nginx.errorLog, 'utf8')).toContain('unknown directive "nonsense"');
  });

  test('nginx opens a new error log after the old one is renamed', async () => {
    const {nginx} = await start();
    await nginx.rotate();
    expect(await readFile(`${nginx.errorLog}.1`, 'utf8')).toContain('start worker processes');
    nginx.signal('SIGHUP');
    await expect.poll(() => readFile(nginx.errorLog, 'utf8')).toContain('reconfiguring');
  });

  test('nginx leaves neither processes nor files when it stops, even if the master was killed', async () => {
    const {nginx} = await start();
    await expect.poll(async () => (await nginx.workers()).length).toBe(2);
    const workers = await nginx.workers();
    nginx.signal('SIGKILL');
    await nginx.stop();
    await expect.poll(() => workers.filter(pid => existsSync(`/proc/${pid}`))).toEqual([]);
    expect(existsSync(nginx.folder)).toBe(false);
    await nginx.stop();
  });

  test('startNginx rejects with the error message of nginx, and leaves nothing, if nginx cannot start', async () => {
    const error = await start({config: () => 'events { } http { server { listen 127.0.0.1:99999; } }'}).catch(String);
    expect(error).toMatch(/^Error: nginx did not start: \[emerg\] .*invalid port in "127\.0\.0\.1:99999"/);
    const [folder = ''] = /\/\S+edge-nginx-\w+/.exec(String(error)) ?? [];
    expect([existsSync(folder), processesOf(folder)]).toEqual([false, []]);
  });

  test.each([
    ['exits', 'process.exit(0)'],
    ...(existsSync(SETPRIV) ? [['is killed', 'process.kill(process.pid, "SIGKILL")']] : []),
  ])('nginx ends if the process that started it %s', async (_name, end) => {
    const module = JSON.stringify(new URL('../../src/nginx/start-nginx.ts', import.meta.url).href);
    const code = `import {writeSync} from 'node:fs';
      const {startNginx} = await import(${module});
      const {folder} = await startNginx({config: () => 'events { }'});
      writeSync(1, folder); ${end}`;
    const {stdout} = spawnSync(process.execPath, ['--input-type=module', '-e', code], {encoding: 'utf8'});
    onTestFinished(() => rmSync(stdout, {recursive: true, force: true}));
    expect(stdout).toContain('edge-nginx-');
    await expect.poll(() => processesOf(stdout)).toEqual([]);
  });
});
