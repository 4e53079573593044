import {type ExplanationByAction, nginx} from './explanation.ts';

const GONE = ['The client gave up or lost its network', 'A load balancer or health check that closes connections'];

const clientGone = (line: string): ExplanationByAction => ({
  meaning:
    'The client closed its connection before it had a response header, so nginx dropped the request to the upstream; the access log has 499.',
  actions: {
    'reading upstream': {
      meaning:
        'The client closed its connection in the middle of the response, so nginx dropped the request to the upstream; the access log has the status of the response.',
    },
    'proxying upgraded connection': {
      meaning:
        'The client closed a WebSocket or another upgraded connection, and nginx closed the connection to the upstream.',
      causes: ['The client left, as usual'],
      checks: ['Nothing, unless clients complain'],
    },
  },
  causes: [
    'The client or a proxy before nginx has a shorter timeout than the upstream takes',
    'A user who left the page',
  ],
  checks: [
    'Latency of the upstream for this path',
    'Timeout of the load balancer before nginx',
    'proxy_ignore_client_abort, if the request must finish',
  ],
  ...nginx(line, 'http/ngx_http_proxy_module.html#proxy_ignore_client_abort'),
});

const clientClosed: ExplanationByAction = {
  meaning:
    'The client closed the connection while nginx read its request or sent the response; the access log has 400 or 499, or no line.',
  causes: GONE,
  checks: ['Whether the response was slow', 'Timeouts of a load balancer before nginx'],
  ...nginx('http/ngx_http_request.c:1564'),
};

const keepaliveClosed: ExplanationByAction = {
  meaning: 'The client closed a connection on which it had no request. This is normal.',
  causes: ['A browser or proxy that needs the connection no more'],
  checks: ['Nothing'],
  ...nginx('http/ngx_http_request.c:3367'),
};

const NO_UPSTREAM = 'Reading the response of the upstream server failed';

const transfer = (verb: string, line: string): ExplanationByAction => ({
  meaning: `${verb} a connection failed; the errno says why. It is the connection of the client, or, if the line names an upstream, that of the upstream; without both, a cosocket of Lua code or a connection of nginx.`,
  actions: {
    'reading response header from upstream': {
      meaning: `${NO_UPSTREAM} before its header was complete; nginx asks the next server, or the client gets 502.`,
    },
    'reading upstream': {
      meaning: `${NO_UPSTREAM} after the client had the header. The client has the status and a cut body.`,
    },
    'sending request to upstream': {
      meaning:
        'Sending the request to the upstream server failed; nginx asks the next server if it may, or the client gets 502.',
    },
    'waiting for request': {meaning: 'The client broke a connection on which it had no request. No request was lost.'},
    keepalive: {meaning: 'The client broke a connection on which it had no request. No request was lost.'},
  },
  causes: ['The other side reset the connection (104) or closed it (32)', 'Health checks and scanners'],
  checks: ['Which side: client, or upstream if the line names one', 'Crashes and restarts of the upstream'],
  ...nginx(line),
});

export const CONNECTIONS: Readonly<Record<string, ExplanationByAction>> = {
  'client-closed': clientClosed,
  'client-closed-error': clientClosed,
  'client-closed-epoll': {...clientClosed, ...nginx('http/ngx_http_upstream.c:1438')},
  'client-closed-upstream-too': clientGone('http/ngx_http_upstream.c:1493'),
  'client-closed-upstream-too-no-error': clientGone('http/ngx_http_upstream.c:1493'),
  'client-closed-epoll-upstream-too': clientGone('http/ngx_http_upstream.c:1430'),
  'client-closed-kevent-upstream-too': clientGone('http/ngx_http_upstream.c:1377'),
  'client-closed-waiting': {
    meaning: 'The client connected and closed the connection without a request.',
    actions: {
      'SSL handshaking': {meaning: 'The client connected and closed the connection before the TLS handshake began.'},
    },
    causes: ['A browser that opens connections in advance', 'Health checks and port scanners'],
    checks: ['Nothing, unless clients complain'],
    ...nginx('http/ngx_http_request.c:463'),
  },
  'keepalive-closed': keepaliveClosed,
  'keepalive-closed-error': keepaliveClosed,
  'keepalive-closed-unnamed': keepaliveClosed,
  'keepalive-closed-unnamed-error': keepaliveClosed,
  'client-timed-out': {
    meaning: 'The client sent or took no data for a timeout; nginx closed the connection.',
    actions: {
      'waiting for request': {
        meaning:
          'The client sent no request for client_header_timeout; nginx closed the connection without a response.',
      },
      'SSL handshaking': {
        meaning:
          'The client did not finish the TLS handshake within client_header_timeout; nginx closed the connection.',
      },
      'reading client request body': {
        meaning: 'The client sent no further part of its request body for client_body_timeout; it gets 408.',
      },
    },
    causes: ['A slow or lost client', 'Connections that are held open on purpose'],
    checks: ['client_header_timeout, client_body_timeout and send_timeout (60s by default)'],
    ...nginx('http/ngx_http_request.c:393', 'http/ngx_http_core_module.html#client_body_timeout'),
  },
  'recv-failed': transfer('Reading from', 'os/unix/ngx_recv.c:188'),
  'readv-failed': transfer('Reading from', 'os/unix/ngx_readv_chain.c:235'),
  'send-failed': transfer('Writing to', 'os/unix/ngx_send.c:69'),
  'writev-failed': transfer('Writing to', 'os/unix/ngx_writev_chain.c:210'),
  'sendfile-failed': transfer('Writing a file to', 'os/unix/ngx_linux_sendfile_chain.c:279'),
  'shutdown-failed': {
    meaning: 'A connection was already closed by the client when nginx ended it. The response may be incomplete.',
    causes: GONE,
    checks: ['Nothing, unless clients complain'],
    ...nginx('http/ngx_http_request.c:3451'),
  },
  'limit-req': {
    meaning: 'The request exceeded the rate and burst of a zone and was rejected, with 503 by default.',
    causes: ['A client that sends too fast, or an attack', 'Many clients behind one address'],
    checks: ['The key and rate of the zone', 'burst and nodelay of limit_req', 'limit_req_status'],
    ...nginx('http/modules/ngx_http_limit_req_module.c:269', 'http/ngx_http_limit_req_module.html#limit_req'),
  },
  'limit-req-dry': {
    meaning: 'The request exceeded the rate and burst of a zone, but was served: limit_req_dry_run is on.',
    causes: ['A limit that is being tried out'],
    checks: ['The key and rate of the zone', 'limit_req_dry_run'],
    ...nginx('http/modules/ngx_http_limit_req_module.c:269', 'http/ngx_http_limit_req_module.html#limit_req_dry_run'),
  },
  'limit-req-delay': {
    meaning: 'The request exceeded the rate of a zone and was delayed, not rejected.',
    causes: ['A burst of a client'],
    checks: ['burst and delay of limit_req'],
    ...nginx('http/modules/ngx_http_limit_req_module.c:301', 'http/ngx_http_limit_req_module.html#limit_req'),
  },
  'limit-req-delay-dry': {
    meaning: 'The request exceeded the rate of a zone and would be delayed, but was not: limit_req_dry_run is on.',
    causes: ['A limit that is being tried out'],
    checks: ['The key and rate of the zone', 'limit_req_dry_run'],
    ...nginx('http/modules/ngx_http_limit_req_module.c:301', 'http/ngx_http_limit_req_module.html#limit_req_dry_run'),
  },
  'limit-conn': {
    meaning:
      'The key of a zone, such as the client address, has as many requests at one time as allowed; rejected with 503 by default. A stream server closes the connection instead.',
    causes: ['Downloads in parallel', 'Many clients behind one address'],
    checks: ['The key and number of limit_conn', 'limit_conn_status'],
    ...nginx('http/modules/ngx_http_limit_conn_module.c:268', 'http/ngx_http_limit_conn_module.html#limit_conn'),
  },
  'limit-conn-dry': {
    meaning: 'A request exceeded the number of a zone, but was served: limit_conn_dry_run is on.',
    causes: ['A limit that is being tried out'],
    checks: ['The key and number of limit_conn', 'limit_conn_dry_run'],
    ...nginx(
      'http/modules/ngx_http_limit_conn_module.c:268',
      'http/ngx_http_limit_conn_module.html#limit_conn_dry_run',
    ),
  },
  'limit-key-too-long': {
    meaning: 'The key of a request is too long for limit_req or limit_conn, so the request was not limited.',
    causes: ['A key that the client chooses, such as an argument or header'],
    checks: ['The key of the zone'],
    ...nginx('http/modules/ngx_http_limit_conn_module.c:213', 'http/ngx_http_limit_conn_module.html#limit_conn_zone'),
  },
  'worker-connections': {
    meaning:
      'A worker has no free connection, so a new connection of a client was closed. Connections to upstreams count too.',
    actions: {
      'connecting to upstream': {
        meaning: 'A worker has no free connection for the upstream server; the client gets 500.',
      },
    },
    causes: ['More clients than planned', 'Slow upstreams that hold connections'],
    checks: ['worker_connections (512 by default) and worker_rlimit_nofile', 'Number of open connections by state'],
    ...nginx('core/ngx_connection.c:1118', 'ngx_core_module.html#worker_connections'),
  },
  'worker-connections-reuse': {
    meaning: 'A worker has almost no free connection, so it closes idle keepalive connections of clients.',
    causes: ['More clients than planned', 'Slow upstreams that hold connections'],
    checks: ['worker_connections (512 by default)', 'Number of open connections by state'],
    ...nginx('core/ngx_connection.c:1310', 'ngx_core_module.html#worker_connections'),
  },
  'limit-open-files': {
    meaning:
      'accept4() failed, so a new connection waits. With errno 24, the worker has no free file descriptor, and takes no connections for half a second.',
    causes: [
      'The limit of open files is below the connections in use (24)',
      'The client closed the connection at once (103)',
    ],
    checks: ['worker_rlimit_nofile and the limit of the service', 'Open descriptors of the worker'],
    ...nginx('event/ngx_event_accept.c:90', 'ngx_core_module.html#worker_rlimit_nofile'),
  },
  'limit-socket': {
    meaning: 'No socket could be made for a connection of Lua code or of nginx; the errno says why.',
    actions: {
      'connecting to upstream': {
        meaning: 'No socket could be made for the upstream server; the client gets 500. No other server is asked.',
      },
    },
    causes: [
      'The limit of open files is below the connections in use (24)',
      'An address family that the node does not have (97)',
    ],
    checks: ['worker_rlimit_nofile and the limit of the service', 'Open descriptors of the worker'],
    ...nginx('event/ngx_event_connect.c:47', 'ngx_core_module.html#worker_rlimit_nofile'),
  },
  'bind-failed': {
    meaning:
      'nginx could not listen at an address, so it does not start; after a reload, it goes on with the old configuration.',
    causes: [
      'Another process listens there (98)',
      'A port below 1024 without rights (13)',
      'The address is not on this node (99)',
    ],
    checks: ['The process at the address, with ss -ltnp', 'listen directives'],
    ...nginx('core/ngx_connection.c:608', 'http/ngx_http_core_module.html#listen'),
  },
  'bind-still': {
    meaning: 'nginx tried five times to listen and gave up; the lines before name the addresses.',
    causes: ['Another process listens there, often an nginx that was not stopped'],
    checks: ['The process at the address, with ss -ltnp'],
    ...nginx('core/ngx_connection.c:707'),
  },
};
