import {type Explanation, type ExplanationByAction, luaModule, nginx} from './explanation.ts';

/** For messages without ` while connecting to upstream`. If nginx itself connects to an upstream, it adds this text. */
const COSOCKET: Explanation = {
  meaning: 'A connection that Lua code (a cosocket) made failed; the errno says why. The code decides what follows.',
  causes: ['The peer is down or listens on another port (111)', 'No route or a firewall rejects (113)'],
  checks: ['Other lines of this request, for the Lua file', 'A connection from the node by hand'],
  ...luaModule('ngx_http_lua_socket_tcp.c:4372', 'tcpsockconnect'),
};

export const UPSTREAM: Readonly<Record<string, ExplanationByAction>> = {
  'upstream-timed-out': {
    meaning:
      'The upstream server did not connect or respond within a timeout; nginx asks the next server if it may, or the client gets 504. A stream server closes the connection instead.',
    actions: {
      'reading upstream': {
        meaning:
          'The upstream server stopped in the middle of a response. The client has its status and a cut body, not 504.',
        checks: [
          'Load of the upstream named in the line',
          'proxy_read_timeout (60s by default), the time between two parts of a response',
        ],
        ...nginx('http/ngx_http_upstream.c:4052'),
      },
      'SSL handshaking to upstream': {
        meaning:
          'The TLS handshake with the upstream server took too long; nginx asks the next server, or the client gets 504.',
        checks: ['Load of the upstream named in the line', 'proxy_connect_timeout (60s by default)'],
      },
      'proxying upgraded connection': {
        ...nginx('http/ngx_http_upstream.c:3428'),
        meaning: 'A WebSocket or another upgraded connection carried no data for proxy_read_timeout and was closed.',
        causes: ['An idle connection without pings', 'An upstream that hangs'],
        checks: ['Pings of the application', 'proxy_read_timeout (60s by default)'],
      },
    },
    causes: [
      'The upstream is overloaded or blocked',
      'The request is slow by nature and the timeout is too short',
      'A firewall drops packets',
    ],
    checks: [
      'Load and latency of the upstream named in the line',
      'proxy_connect_timeout if it was connecting, else proxy_read_timeout (both 60s by default)',
      'Whether one upstream or one path is affected',
    ],
    ...nginx('http/ngx_http_upstream.c:4306', 'http/ngx_http_proxy_module.html#proxy_read_timeout'),
  },
  'upstream-refused': {
    ...COSOCKET,
    actions: {
      'connecting to upstream': {
        meaning:
          'The connection to the upstream server failed; the errno says why. nginx asks the next server, or the client gets 502. A stream server closes the connection instead.',
        ...nginx('http/ngx_http_upstream.c:2773'),
        causes: [
          'The upstream process is down or listens on another port (111)',
          'No route or a firewall rejects (113)',
          'Out of local ports or descriptors',
        ],
        checks: [
          'Whether the upstream process runs and listens at this address',
          'A connection from the node by hand, such as with curl',
          'Recent deploys of the upstream',
        ],
        cite: 'https://nginx.org/en/docs/http/ngx_http_upstream_module.html#server',
      },
    },
  },
  'upstream-unix-failed': {
    ...COSOCKET,
    ...nginx('event/ngx_event_connect.c:239'),
    actions: {
      'connecting to upstream': {
        meaning:
          'The connection to an upstream server, often a unix socket, failed; nginx asks the next server, or the client gets 502. A stream server closes the connection instead.',
        ...nginx('event/ngx_event_connect.c:239'),
        causes: [
          'The socket file does not exist (2): the application is down',
          'The worker may not open it (13)',
          'The backlog of the application is full (11)',
        ],
        checks: [
          'That the application runs and has made the socket',
          'Owner and mode of the socket and its directory',
          'The listen backlog of the application',
        ],
        cite: 'https://nginx.org/en/docs/http/ngx_http_upstream_module.html#server',
      },
    },
  },
  'upstream-premature-close': {
    meaning:
      'The upstream server closed the connection before the response header was complete; nginx asks the next server if it may, or the client gets 502.',
    actions: {
      'reading upstream': {
        ...nginx('http/ngx_http_upstream.c:4167'),
        meaning:
          'The upstream server closed the connection in the middle of a response. The client has its status and a cut body, not 502.',
      },
    },
    causes: [
      'The application crashed or was killed in the request',
      'A keepalive connection was closed by the upstream at the same moment',
      'The upstream has a shorter timeout',
    ],
    checks: [
      'Log of the application at this time, and out-of-memory kills',
      'Keepalive timeout of the upstream against keepalive_timeout of the upstream block',
      'Restarts and deploys',
    ],
    ...nginx('http/ngx_http_upstream.c:2437', 'http/ngx_http_upstream_module.html#keepalive'),
  },
  'upstream-no-live': {
    meaning:
      'All servers of the upstream group are counted as failed, so the request was not sent; the client gets 502. A stream server closes the connection instead.',
    causes: ['All servers failed max_fails times within fail_timeout', 'One server in the group and short failures'],
    checks: [
      'The first error of each server before this line',
      'max_fails (1 by default) and fail_timeout (10s by default)',
      'Whether the group has a backup server',
    ],
    ...nginx('http/ngx_http_upstream.c:1553', 'http/ngx_http_upstream_module.html#max_fails'),
  },
  'upstream-server-disabled': {
    meaning: 'A server of the upstream group reached max_fails and gets no requests for fail_timeout.',
    causes: ['Errors or timeouts of that server just before'],
    checks: ['The errors of this server before this line', 'max_fails and fail_timeout of the server'],
    ...nginx('http/ngx_http_upstream_round_robin.c:640', 'http/ngx_http_upstream_module.html#fail_timeout'),
  },
  'upstream-header-too-big': {
    meaning:
      'The response header does not fit the buffer for the first part of a response; nginx asks the next server, or the client gets 502.',
    causes: ['Large or many cookies', 'Debugging headers of the application'],
    checks: [
      'Size of the response header, by asking the upstream directly',
      'proxy_buffer_size (one page, 4k or 8k, by default)',
    ],
    ...nginx('http/ngx_http_upstream.c:2461', 'http/ngx_http_proxy_module.html#proxy_buffer_size'),
  },
  'upstream-invalid-header': {
    meaning: 'The upstream sent a header that is not valid HTTP; the client gets 502.',
    causes: [
      'The application writes control characters or spaces into a header',
      'Another protocol is spoken on this port',
    ],
    checks: ['The raw response of the upstream', 'Headers that the application builds from input'],
    ...nginx('http/modules/ngx_http_grpc_module.c:1927'),
  },
  'upstream-no-valid-http': {
    meaning: 'The response does not start with an HTTP status line; nginx passes it on as HTTP/0.9 with status 200.',
    causes: [
      'TLS, HTTP/2 or another protocol on this port',
      'The application writes to the connection before the response',
    ],
    checks: ['That the scheme in proxy_pass suits the port', 'The raw response of the upstream'],
    ...nginx('http/modules/ngx_http_proxy_module.c:1832', 'http/ngx_http_proxy_module.html#proxy_pass'),
  },
  'upstream-http09': {
    meaning: 'The upstream responded without a status line, as HTTP/0.9.',
    causes: ['Another protocol on this port', 'An application that crashed while it wrote'],
    checks: ['The raw response of the upstream'],
  },
  'upstream-duplicate-header': {
    meaning: 'The upstream sent a header twice that may be sent once.',
    causes: ['Two layers of the application set the header'],
    checks: ['The raw response of the upstream', 'Middleware that adds the header'],
  },
  'upstream-more-data': {
    meaning: 'The body is longer than Content-Length says; the rest was ignored.',
    causes: ['The application computes Content-Length wrongly, such as in characters instead of bytes'],
    checks: [
      'Content-Length of the response against its body',
      'Filters that change the body after the length was set',
    ],
    ...nginx('event/ngx_event_pipe.c:972'),
  },
  'upstream-chunked-invalid': {
    meaning: 'The body of the response is not valid chunked encoding. The client has the status and a cut body.',
    causes: ['The application encodes twice or stops in the middle'],
    checks: ['The raw response of the upstream'],
    ...nginx('http/modules/ngx_http_proxy_module.c:2295'),
  },
  'upstream-buffered': {
    meaning:
      'The response did not fit the buffers in memory and was written to a temporary file. A warning, not a failure.',
    causes: ['Large responses to slow clients'],
    checks: ['Disk load, if there are many', 'proxy_buffers and proxy_max_temp_file_size (0 stops it)'],
    ...nginx('core/ngx_file.c:122', 'http/ngx_http_proxy_module.html#proxy_max_temp_file_size'),
  },
  'upstream-host-not-found': {
    meaning:
      'A host name in an upstream could not be resolved when the configuration was read, so nginx does not start; after a reload, it goes on with the old configuration.',
    causes: ['A misspelt name', 'DNS was not ready when the node started'],
    checks: [
      'The name on the node, with getent hosts',
      'A variable with resolver, if the name may be missing at the start',
    ],
    ...nginx('http/ngx_http_upstream.c:6080', 'http/ngx_http_core_module.html#resolver'),
  },
  'upstream-pwrite': {
    meaning: 'A temporary or cache file could not be written; the errno says why.',
    causes: ['The disk is full (28)', 'The file system is read-only or a quota is reached'],
    checks: ['Free space and inodes of the file system of the path', 'Limits of the cache (max_size)'],
    ...nginx('os/unix/ngx_files.c:217', 'http/ngx_http_proxy_module.html#proxy_cache_path'),
  },
  'fastcgi-stderr': {
    meaning: 'The FastCGI application wrote to its error output; nginx passes the text on.',
    causes: [
      'Warnings or errors of PHP or another application',
      'Primary script unknown: SCRIPT_FILENAME names no file',
    ],
    checks: ['The text in quotes', 'SCRIPT_FILENAME and root for an unknown script'],
    ...nginx('http/modules/ngx_http_fastcgi_module.c:1746', 'http/ngx_http_fastcgi_module.html#fastcgi_param'),
  },
  'resolver-failed': {
    meaning: 'The name of a host could not be resolved at run time; the client gets 502.',
    causes: ['The name does not exist (3)', 'The DNS server failed or did not respond (2, 110)'],
    checks: ['The name at the server of the resolver directive', 'resolver_timeout (30s by default)'],
    ...nginx('http/ngx_http_upstream.c:1212', 'http/ngx_http_core_module.html#resolver'),
  },
  'resolver-missing': {
    meaning: 'A host name must be resolved at run time and no resolver is configured; the client gets 502.',
    causes: ['A variable in proxy_pass'],
    checks: ['resolver in the http, server or location block'],
    ...nginx('http/ngx_http_upstream.c:762', 'http/ngx_http_core_module.html#resolver'),
  },
  'cache-no-space': {
    meaning: 'A zone of cache keys is full, and old entries could not be dropped.',
    causes: ['More files in the cache than the zone has room for'],
    checks: ['Size of keys_zone: one megabyte stores about 8 thousand keys'],
    ...nginx('http/ngx_http_file_cache.c:885', 'http/ngx_http_proxy_module.html#proxy_cache_path'),
  },
  'cache-md5-collision': {
    meaning: 'A cache file has the hash of the key but belongs to another key; the response is not taken from it.',
    causes: ['proxy_cache_key was changed while files of the old key exist'],
    checks: ['Changes of proxy_cache_key', 'Clearing the cache'],
    ...nginx('http/ngx_http_file_cache.c:560', 'http/ngx_http_proxy_module.html#proxy_cache_key'),
  },
  'upstream-bind': {
    meaning: 'A connection to the upstream server could not get its local address; the client gets 500.',
    causes: ['The address is not one of this machine (99)', 'All ports of the address are in use (98)'],
    checks: ['proxy_bind, fastcgi_bind or grpc_bind', 'The addresses of the machine'],
    ...nginx('event/ngx_event_connect.c:153', 'http/ngx_http_proxy_module.html#proxy_bind'),
  },
};
