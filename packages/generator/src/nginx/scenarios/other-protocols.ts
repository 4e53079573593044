import {readdir, truncate} from 'node:fs/promises';
import {join} from 'node:path';
import type {Scenario, Subject} from '../site/scenario.ts';

const breakCache = async (folder: string): Promise<void> => {
  const entries = await readdir(join(folder, 'cache'), {recursive: true, withFileTypes: true});
  for (const entry of entries) if (entry.isFile()) await truncate(join(entry.parentPath, entry.name), 10);
};

const passed = (directive: string, name: string, peer: string, writes: readonly string[]): Scenario => ({
  name,
  server: `location /${name}/ { ${directive} ${peer}; }`,
  requests: [`GET /${name}/<path>`],
  writes,
});
const fastcgi = (name: string, writes: readonly string[]) => passed('fastcgi_pass', name, `{{peer ${name}}}`, writes);

export const otherProtocols: Subject = {
  name: 'other protocols',
  http: `fastcgi_read_timeout 120ms; memcached_read_timeout 120ms; grpc_read_timeout 120ms;
    proxy_cache_path cache keys_zone=pages:64k levels=1:2;`,
  scenarios: [
    fastcgi('fastcgi-stderr', ['FastCGI sent in stderr: "PHP message: PHP Warning:']),
    fastcgi('fastcgi-missing', ['FastCGI sent in stderr: "Primary script unknown"']),
    fastcgi('fastcgi-version', ['upstream sent unsupported FastCGI protocol version: 9']),
    fastcgi('fastcgi-type', ['upstream sent invalid FastCGI record type: 99']),
    fastcgi('fastcgi-cut', ['upstream prematurely closed FastCGI stdout']),
    fastcgi('fastcgi-status', ['upstream sent invalid status "abc"']),
    passed('fastcgi_pass', 'fastcgi-refused', '{{closed}}', ['upstream: "fastcgi://127.0.0.1:']),
    passed('fastcgi_pass', 'fastcgi-silent', '{{peer silent}}', ['upstream timed out']),
    passed('uwsgi_pass', 'uwsgi-closes', '{{peer closes}}', ['upstream: "uwsgi://127.0.0.1:']),
    passed('scgi_pass', 'scgi-refused', '{{closed}}', ['upstream: "scgi://127.0.0.1:']),
    passed('grpc_pass', 'grpc-not-http2', 'grpc://{{peer not-http2}}', ['upstream sent too large http2 frame']),
    passed('grpc_pass', 'grpc-refused', 'grpc://{{closed}}', ['upstream: "grpc://127.0.0.1:']),
    ...[
      ['memcached-miss', 'was not found by memcached'],
      ['memcached-error', 'memcached sent invalid response: "SERVER_ERROR out of memory"'],
      ['memcached-flags', 'memcached sent invalid key in response'],
    ].map(([name = '', text = '']) => ({
      ...passed('set $memcached_key page-$uri; memcached_pass', name, `{{peer ${name}}}`, [text]),
    })),
    passed('memcached_pass', 'memcached-key', '{{peer ok}}', ['the "$memcached_key" variable is not set']),
    {
      name: 'resolver',
      server: `location /dns-refused/ { resolver 127.0.0.1:{{port no-dns}} ipv6=off; resolver_timeout 100ms; proxy_pass http://$arg_to; }
        location /dns/ { resolver {{dns}} ipv6=off; resolver_timeout 100ms; proxy_pass http://$arg_to; }
        location /dns-none/ { proxy_pass http://$arg_to; }`,
      requests: [
        'GET /dns-refused/<path>?to=<word>.internal',
        ...['silent', 'malformed', 'fails', 'missing', 'unknown', 'refused'].map(
          name => `GET /dns/<path>?to=${name}.<word>.svc.cluster.local`,
        ),
        'GET /dns-none/<path>?to=<word>.internal',
      ],
      writes: [
        ' could not be resolved (110: Operation timed out)',
        'could not be resolved (3: Host not found)',
        'could not be resolved (5: Operation refused)',
        'no resolver defined to resolve',
        'while resolving',
      ],
    },
    {
      name: 'slices',
      server:
        'location /slices/ { slice 1k; proxy_set_header Range $slice_range; proxy_pass http://{{peer bad-range}}; }',
      requests: ['GET /slices/<path>'],
      writes: ['invalid range in slice response'],
    },
    {
      name: 'cache-file',
      server:
        'location /cached/ { proxy_cache pages; proxy_cache_key $uri; proxy_cache_valid any 1m; proxy_pass http://{{peer large}}; }',
      run: async site => {
        await site.request('GET /cached/page');
        await breakCache(site.nginx.folder);
        await site.request('GET /cached/page');
      },
      writes: ['is too small'],
    },
  ],
};
