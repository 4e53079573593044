import {type ExplanationByAction, nginx} from './explanation.ts';

const FASTCGI = 'http/modules/ngx_http_fastcgi_module.c';
const GRPC = 'http/modules/ngx_http_grpc_module.c';
const MEMCACHED = 'http/modules/ngx_http_memcached_module.c';
const PROXY = 'http/modules/ngx_http_proxy_module.c';

const invalid = (what: string, line: string, causes: readonly string[] = []): ExplanationByAction => ({
  meaning: `${what}; nginx asks the next server if it may, or the client gets 502.`,
  actions: {
    'reading upstream': {
      meaning: `${what}, after the client had the header. The client has the status and a cut body.`,
    },
  },
  causes: [...causes, 'Another protocol or service on this port', 'The application crashed while it wrote'],
  checks: [
    'The raw response of the upstream',
    'That the directive (proxy_pass, fastcgi_pass, grpc_pass) suits the upstream',
  ],
  ...nginx(line),
});

const cacheFile = (what: string, line: number): ExplanationByAction => ({
  meaning: `A file of a cache ${what}; nginx does not use it, and asks the upstream.`,
  causes: ['A full disk or a crash while the file was written', 'Something else writes in the directory of the cache'],
  checks: ['Free space of the file system of the path', 'Whether it is often'],
  ...nginx(`http/ngx_http_file_cache.c:${line}`, 'http/ngx_http_proxy_module.html#proxy_cache_path'),
});

const noUrl = (what: string, line: number): ExplanationByAction => ({
  meaning: `A request was not passed on, because ${what}; the client gets 500.`,
  causes: ['A variable in proxy_pass that is empty or has a wrong value', 'A value that the client chooses'],
  checks: ['The variables in proxy_pass of the location', 'Whether clients can choose the upstream'],
  ...nginx(`http/modules/ngx_http_proxy_module.c:${line}`, 'http/ngx_http_proxy_module.html#proxy_pass'),
});

const INVALID_HEADER = ['The application writes control characters or line breaks into a header'];

const overUdp = (verb: string, line: string): ExplanationByAction => ({
  meaning: `${verb} the DNS server failed; the errno says why. nginx tries again until resolver_timeout.`,
  causes: ['No DNS server listens at the address (111)', 'A firewall rejects (113)'],
  checks: ['The address after “resolver:”', 'resolver of the configuration'],
  ...nginx(line, 'http/ngx_http_core_module.html#resolver'),
});

const dnsError = (line: number): ExplanationByAction => ({
  meaning:
    'The DNS server did not understand a query (1), or responded with an unknown code. nginx ignores the response and asks again until resolver_timeout (30s by default).',
  causes: ['A broken DNS server, or a proxy before it'],
  checks: ['resolver of the configuration', 'A query of the name with dig'],
  ...nginx(`core/ngx_resolver.c:${line}`, 'http/ngx_http_core_module.html#resolver_timeout'),
});

export const UPSTREAM_PROTOCOLS: Readonly<Record<string, ExplanationByAction>> = {
  'upstream-invalid-header-line': invalid(
    'The upstream sent a header line that is not valid',
    `${PROXY}:2024`,
    INVALID_HEADER,
  ),
  'upstream-invalid-header-code': invalid(
    'The upstream sent a header line with a character that is not allowed',
    `${PROXY}:2024`,
    INVALID_HEADER,
  ),
  'upstream-invalid-status': invalid(
    'The upstream sent a status that is no number',
    'http/modules/ngx_http_fastcgi_module.c:1996',
  ),
  'upstream-data-after-chunk': {
    meaning:
      'The upstream sent data after the end of a chunked response. nginx ignored them and closed the connection. A warning, not a failure.',
    causes: ['An application that writes after its response has ended'],
    checks: ['The raw response of the upstream'],
    ...nginx('http/modules/ngx_http_proxy_module.c:2201'),
  },
  'upstream-no-port': noUrl('the upstream has no port', 1087),
  'proxy-invalid-url': noUrl('the value of proxy_pass has no scheme such as http://', 1067),
  'proxy-invalid-port': noUrl('the port in the value of proxy_pass is not valid', 1087),
  'proxy-no-host': noUrl('the value of proxy_pass has no host', 1087),
  'proxy-invalid-ipv6': noUrl('the IPv6 address in the value of proxy_pass is not valid', 1087),
  'proxy-invalid-host': noUrl('the host in the value of proxy_pass is not valid', 1087),
  'fastcgi-stderr-cut': {
    meaning: 'The FastCGI application wrote a long text to its error output; nginx passes it on, cut at 2,048 bytes.',
    causes: ['An error with a stack trace of PHP or another application'],
    checks: ['The text after the quote', 'The log of the application for the rest'],
    ...nginx('http/modules/ngx_http_fastcgi_module.c:1746'),
  },
  'fastcgi-closed-stdout-premature': invalid(
    'The FastCGI application ended its response before the header was complete',
    `${FASTCGI}:1691`,
    ['A fatal error in the script'],
  ),
  'fastcgi-closed-request': invalid('The FastCGI application ended its response too early', `${FASTCGI}:2191`, [
    'A fatal error in the script',
  ]),
  'fastcgi-invalid-type': invalid('The upstream sent a FastCGI record of an unknown type', `${FASTCGI}:2672`),
  'fastcgi-unexpected-record': invalid('The upstream sent a FastCGI record that is not due', `${FASTCGI}:1683`),
  'fastcgi-unsupported-version': invalid('The upstream does not speak FastCGI 1', `${FASTCGI}:2656`),
  'grpc-too-large-frame': invalid(
    'The upstream sent an HTTP/2 frame that is too large, mostly because it does not speak HTTP/2',
    `${GRPC}:2532`,
  ),
  'grpc-rejected': invalid('The gRPC server rejected the request with an error of HTTP/2', `${GRPC}:1681`),
  'grpc-goaway': invalid('The gRPC server closed its connection with an error of HTTP/2', `${GRPC}:1713`),
  'grpc-unexpected-frame': invalid('The gRPC server sent a frame that is not due', `${GRPC}:1653`),
  'grpc-unknown-stream': invalid('The gRPC server sent a frame for another stream', `${GRPC}:1660`),
  'grpc-push-promise': invalid('The gRPC server pushed a response, which nginx does not take', `${GRPC}:1780`),
  'grpc-invalid-header': invalid('The gRPC server sent a header that is not valid', `${GRPC}:1828`),
  'grpc-no-status': invalid('The gRPC server sent no status', `${GRPC}:1876`),
  'grpc-closed-stream': invalid('The gRPC server ended its response too early', `${GRPC}:1969`),
  'memcached-not-found': {
    meaning: 'memcached has no entry for the key of the request; the client gets 404, or what error_page says.',
    causes: ['An entry that was not written yet, or has expired'],
    checks: ['error_page 404 with a location that makes the response', 'The key in the message'],
    ...nginx('http/modules/ngx_http_memcached_module.c:431', 'http/ngx_http_memcached_module.html#memcached_pass'),
  },
  'memcached-no-key': {
    meaning: 'A location with memcached_pass does not set $memcached_key; the client gets 500.',
    causes: ['set $memcached_key is missing, or in another branch of if'],
    checks: ['set $memcached_key of the location'],
    ...nginx('http/modules/ngx_http_memcached_module.c:253', 'http/ngx_http_memcached_module.html#variables'),
  },
  'memcached-invalid': invalid('The upstream sent a response that is not of memcached', `${MEMCACHED}:445`),
  'memcached-key': invalid('memcached responded for another key', `${MEMCACHED}:355`),
  'memcached-length': invalid('memcached sent a length that is no number', `${MEMCACHED}:416`),
  'memcached-flags': invalid('memcached sent flags that are no number', `${MEMCACHED}:390`),
  'gunzip-failed': {
    meaning: 'A compressed response could not be unpacked (gunzip). The client has the status and a cut body.',
    causes: ['The upstream says gzip and sends something else', 'A response that was cut'],
    checks: ['The raw response of the upstream', 'gunzip of the location'],
    ...nginx('http/modules/ngx_http_gunzip_filter_module.c:431', 'http/ngx_http_gunzip_module.html#gunzip'),
  },
  'subrequest-too-big': {
    meaning: 'The response of a subrequest does not fit its buffer; the subrequest failed.',
    causes: ['A large part of a page (SSI), or a large response to an in-memory subrequest'],
    checks: ['subrequest_output_buffer_size (one page, 4k or 8k, by default)'],
    ...nginx(
      'http/ngx_http_postpone_filter_module.c:200',
      'http/ngx_http_core_module.html#subrequest_output_buffer_size',
    ),
  },
  'cache-too-small': cacheFile('is too small to be one', 546),
  'cache-version': cacheFile('was written by another version of nginx', 554),
  'cache-long-locked': {
    ...cacheFile('has a header that is not valid', 1104),
    ...nginx('http/ngx_http_upstream.c:1104'),
  },
  'cache-lock-timeout': {
    meaning:
      'A request waited for another one that fills the cache (proxy_cache_lock) until the timeout, and then asked the upstream itself.',
    causes: ['A response that takes longer than proxy_cache_lock_timeout'],
    checks: ['Latency of the upstream for this path', 'proxy_cache_lock_timeout (5s by default)'],
    ...nginx('http/ngx_http_file_cache.c:495', 'http/ngx_http_proxy_module.html#proxy_cache_lock_timeout'),
  },
  'slab-no-memory': {
    meaning:
      'A zone of shared memory is full; the message names it. What follows depends on the zone: old entries are dropped, or a limit responds with 503.',
    causes: ['More keys than the zone has room for'],
    checks: ['Size of the zone in limit_req_zone, limit_conn_zone, proxy_cache_path or upstream'],
    ...nginx('core/ngx_slab.c:816', 'http/ngx_http_limit_req_module.html#limit_req_zone'),
  },
  'cache-slab-no-memory': {
    meaning: 'A zone of shared memory is full. Old entries are dropped, or a limit responds with 503.',
    causes: ['More keys than a zone has room for'],
    checks: ['Size of the zones of shared memory'],
    ...nginx('core/ngx_slab.c:816'),
  },
  'resolver-recv-failed': overUdp('Reading from', 'os/unix/ngx_udp_recv.c:59'),
  'resolver-send-failed': overUdp('Sending to', 'os/unix/ngx_send.c:69'),
  'resolver-unexpected': {
    meaning: 'A DNS response arrived for which nginx no longer waits; it was ignored.',
    causes: ['A DNS server that responds after resolver_timeout'],
    checks: ['Latency of the DNS server', 'resolver_timeout (30s by default)'],
    ...nginx('core/ngx_resolver.c:1939', 'http/ngx_http_core_module.html#resolver_timeout'),
  },
  'resolver-error': dnsError(1886),
  'resolver-error-unnamed': dnsError(1894),
  'slice-range-invalid': {
    meaning:
      'The upstream server sent a part of a file with a Content-Range that nginx cannot read. The connection to the client is closed, without a response if it was the first part.',
    causes: ['An upstream server that does not support ranges well'],
    checks: ['The Content-Range of the response to a request with Range', 'slice of the location'],
    ...nginx('http/modules/ngx_http_slice_filter_module.c:147', 'http/ngx_http_slice_module.html'),
  },
};
