import type {Subject} from '../site/scenario.ts';
import {waitFor} from '../start-nginx.ts';

const bad = (directive: string) => `worker_processes 1;\nevents { }\nhttp { ${directive} }`;

const MISTAKES = [
  'unknown_directive on;',
  'server { listen 127.0.0.1:65536; }',
  'server { location / { proxy_pass http://app..internal; } }',
  'upstream empty { }',
  'server { root www; root www; }',
  'include conf.d/missing.conf;',
  'server { location / { return 200 "unclosed; } }',
  'gzip maybe;',
  'server { location / { } location / { } }',
  'server { ssl_certificate tls/missing.pem; ssl_certificate_key tls/missing.key; listen 127.0.0.1:{{port}} ssl; }',
  'client_max_body_size 1x;',
  'server { if ($x = 1) { return 200; } }',
  'limit_req zone=nowhere;',
  'server { content_by_lua_block { return 1; }',
  'map $a { }',
  'server { rewrite ^(/x $1; }',
  'init_by_lua_block { error("no configuration of the gateway") }',
  'init_by_lua_file lua/missing.lua;',
  'lua_shared_dict cache 1;',
  'server { listen 127.0.0.1:{{port}} default_server; listen 127.0.0.1:{{port}} default_server; }',
  'upstream app { server 10.0.0.1 weight=0; }',
  'proxy_cache_path cache keys_zone=pages:1k;',
  'server { location ~ [a { } }',
  'log_format main $no_such_variable;',
  'server { ssl_protocols TLSv9; }',
];

export const processes: Subject = {
  name: 'processes',
  order: 'given',
  scenarios: [
    {
      name: 'signals',
      run: async ({nginx, values}) => {
        for (const signal of ['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const) {
          const worker = await waitFor('a worker', async () => (await nginx.workers())[values.prng.int(0, 1)]);
          process.kill(worker, signal);
          await waitFor('another worker', async () => {
            const workers = await nginx.workers();
            return !workers.includes(worker) && workers.length >= 2;
          });
        }
      },
      writes: ['exited on signal '],
    },
    {
      name: 'reloads',
      run: async ({nginx, values, port}) => {
        for (let n = 0; n < 20; n++) {
          await nginx.reload(
            bad(values.prng.pick(MISTAKES as [string, ...string[]]).replace('{{port}}', String(port('main')))),
          );
        }
      },
      writes: ['signal 1 (SIGHUP) received from', '[emerg]'],
    },
    {
      name: 'good-reload',
      run: async ({nginx, port}) => {
        await nginx.reload(
          `worker_processes 1;\nevents { worker_connections 64; }\nhttp { access_log off; server { listen 127.0.0.1:${port('main')}; server_name a.example a.example; } server { listen 127.0.0.1:${port('main')}; server_name a.example; } }`,
        );
        nginx.signal('SIGUSR1');
        nginx.signal('SIGQUIT');
        await waitFor('nginx exits', async () => (await nginx.workers()).length === 0);
      },
      writes: ['reconfiguring', 'gracefully shutting down', 'conflicting server name "a.example"', 'reopening logs'],
    },
  ],
};

export const exhausted: Subject = {
  name: 'exhausted workers',
  main: 'worker_rlimit_nofile 24; events { worker_connections 12; }',
  scenarios: [
    {
      name: 'connections',
      server:
        'location /hold/ { proxy_pass http://{{peer silent}}; proxy_read_timeout 300ms; } location /file/ { alias {{folder}}/www/; }',
      run: site =>
        Promise.all(
          Array.from({length: 18}, (_, n) =>
            site.request(n % 3 === 0 ? 'GET /file/page.html' : 'GET /hold/<path>', {leaveAfter: 500}),
          ),
        ),
      writes: ['12 worker_connections are not enough'],
    },
  ],
};

export const withoutFiles: Subject = {
  ...exhausted,
  name: 'workers without files',
  main: 'worker_rlimit_nofile 16; events { worker_connections 64; }',
  scenarios: exhausted.scenarios.map(one => ({...one, writes: ['(24: Too many open files)']})),
};
