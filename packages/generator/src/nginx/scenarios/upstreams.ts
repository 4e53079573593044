import {join} from 'node:path';
import type {Scenario, Subject} from '../site/scenario.ts';
import {lock} from '../site/site.ts';

const proxied = (name: string, pass: string, writes: readonly string[], more = ''): Scenario => ({
  name,
  server: `location /${name}/ { proxy_pass ${pass.includes('unix') ? `http://${pass}` : `http://${pass}/`}; ${more} }`,
  requests: [`GET /${name}/<path>`],
  writes,
});

const WHILE_HEADER = 'while reading response header from upstream';

export const upstreams: Subject = {
  name: 'upstreams',
  share: 0.6,
  http: 'proxy_read_timeout 120ms; proxy_connect_timeout 200ms; proxy_send_timeout 120ms;',
  scenarios: [
    proxied('refused', '{{closed}}', ['connect() failed (111: Connection refused) while connecting to upstream']),
    proxied('silent', '{{peer silent}}', [`upstream timed out (110: Connection timed out) ${WHILE_HEADER}`]),
    proxied('unreachable', '192.0.2.1:8080', ['while connecting to upstream'], 'proxy_connect_timeout 60ms;'),
    proxied('resets', '{{peer resets}}', [`recv() failed (104: Connection reset by peer) ${WHILE_HEADER}`]),
    proxied('closes', '{{peer closes}}', [`upstream prematurely closed connection ${WHILE_HEADER}`]),
    proxied('cuts-body', '{{peer cuts-body}}', ['upstream prematurely closed connection while reading upstream']),
    proxied('resets-body', '{{peer resets-body}}', ['(104: Connection reset by peer) while reading upstream']),
    proxied('stalls-body', '{{peer stalls-body}}', [
      'upstream timed out (110: Connection timed out) while reading upstream',
    ]),
    proxied('stalls-header', '{{peer stalls-header}}', [
      `upstream timed out (110: Connection timed out) ${WHILE_HEADER}`,
    ]),
    proxied('no-header', '{{peer no-header}}', [`upstream sent no valid HTTP/1.0 header ${WHILE_HEADER}`]),
    proxied('invalid-header', '{{peer invalid-header}}', ['upstream sent invalid header: "X-Trace\\x00']),
    proxied('big-header', '{{peer big-header}}', [`upstream sent too big header ${WHILE_HEADER}`]),
    proxied('long-body', '{{peer long-body}}', ['upstream sent more data than specified in "Content-Length" header']),
    proxied('bad-chunks', '{{peer bad-chunks}}', ['upstream sent invalid chunked response'], 'proxy_http_version 1.1;'),
    proxied(
      'after-chunks',
      '{{peer after-chunks}}',
      ['upstream sent data after final chunk'],
      'proxy_http_version 1.1;',
    ),
    proxied('large', '{{peer large}}', ['an upstream response is buffered to a temporary file'], 'limit_rate 2000k;'),
    proxied('broken-gzip', '{{peer broken-gzip}}', ['inflate() failed: '], 'gunzip on;'),
    proxied('bad-accel', '{{peer bad-accel}}', ['could not find named location "@nowhere"']),
    proxied('bind', '{{peer ok}}', ['bind(203.0.113.7) failed (99: '], 'proxy_bind 203.0.113.7;'),
    proxied('ipv6', '[::1]:1', ['upstream: "http://[::1]:1/'], 'proxy_connect_timeout 60ms;'),
    proxied('keeps-failing', '{{closed}}', ['access forbidden by rule'], 'error_page 502 /denied/a;'),
    proxied('unix', 'unix:/run/edge-missing.sock', ['(2: No such file or directory) while connecting to upstream']),
    proxied('unix-closes', '{{unix closes}}', ['upstream: "http://unix:']),
    {
      name: 'no-scheme',
      server: 'location /no-scheme/ { proxy_pass $arg_to; }',
      requests: ['GET /no-scheme/<path>?to=app:80/', 'GET /no-scheme/<word>'],
      writes: ['invalid URL prefix in "app:80/"'],
    },
    {
      name: 'no-port',
      server: 'location /no-port/ { proxy_pass http://$arg_to; }',
      requests: ['GET /no-port/<path>?to=127.0.0.1:http', 'GET /no-port/<word>?to=10.1.0.<n>:99999'],
      writes: ['invalid port in upstream "127.0.0.1:http"'],
    },
    {
      name: 'pool',
      http: `upstream checkout { zone checkout 64k; server {{closed}} max_fails=1 fail_timeout=3s; server {{peer resets}} max_fails=1 fail_timeout=3s; }
        upstream search { server {{closed}}; server {{closed}} backup; }`,
      server: `location /pool/ { proxy_pass http://checkout; }
        location /backup/ { proxy_pass http://search; }`,
      requests: [...Array.from({length: 5}, () => 'GET /pool/<path>'), 'GET /backup/<path>', 'GET /backup/<path>'],
      writes: ['no live upstreams while connecting to upstream', 'upstream server temporarily disabled'],
    },
    {
      name: 'next',
      http: 'upstream catalog { server {{peer unavailable}}; server {{peer closes}}; }',
      server: 'location /next/ { proxy_pass http://catalog; proxy_next_upstream error timeout http_503; }',
      requests: ['GET /next/<path>', 'POST /next/<path>'],
      writes: ['upstream prematurely closed connection'],
    },
    {
      name: 'client-leaves',
      server: 'location /leaves/ { proxy_pass http://{{peer silent}}; }',
      run: async site => {
        await site.request('GET /leaves/<path>', {leaveAfter: 40});
        await site.request('POST /leaves/<path>', {leaveAfter: 40, reset: true, body: 'a=1'});
      },
      writes: ['epoll_wait() reported that client prematurely closed connection, so upstream connection is closed too'],
    },
    {
      name: 'sending',
      server:
        'location /sending/ { proxy_pass http://{{peer deaf}}; client_max_body_size 32m; client_body_buffer_size 16m; }\nlocation /denied/ { deny all; }',
      run: site => site.request('PUT /sending/<path>', {body: 'b'.repeat(12_000_000), leaveAfter: 2000}),
      writes: ['upstream timed out (110: Connection timed out) while sending request to upstream'],
    },
    {
      name: 'temporary-files',
      server: 'location /no-temp/ { proxy_temp_path temp/locked; proxy_pass http://{{peer large}}; limit_rate 2000k; }',
      run: async site => {
        const unlock = await lock(join(site.nginx.folder, 'temp/locked'));
        await site.request('GET /no-temp/<path>').finally(unlock);
      },
      writes: ['/temp/locked/', '(13: Permission denied) while reading upstream'],
    },
    {
      name: 'large-body',
      server: 'location /upload/ { proxy_pass http://{{peer ok}}; client_body_buffer_size 1k; }',
      run: site => site.request('PUT /upload/<path>', {body: 'b'.repeat(site.values.prng.int(2000, 9000))}),
      writes: ['a client request body is buffered to a temporary file'],
    },
  ],
};
