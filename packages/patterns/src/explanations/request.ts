import type {Explanation} from './index.ts';

export const REQUEST: Readonly<Record<string, Explanation>> = {
  'open-failed': {
    meaning: 'A file could not be opened; the errno says why. Static requests get 404 or 403.',
    causes: [
      'The file does not exist (2), often probes of scanners',
      'The worker may not read it or a directory above it (13)',
      'Too many open files (24)',
    ],
    checks: [
      'Whether the path is the intended one: root, alias, try_files',
      'Owner and mode of each directory on the path',
      'worker_rlimit_nofile for 24',
    ],
    cite: 'https://nginx.org/en/docs/ngx_core_module.html#worker_rlimit_nofile',
  },
  'file-not-found': {
    meaning: 'No file with this name exists; the client gets 404.',
    causes: ['A wrong link, a probe of a scanner, or a deploy without the file'],
    checks: ['The path against root and alias'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#root',
  },
  'index-forbidden': {
    meaning: 'The directory has no index file and listing is off; the client gets 403.',
    causes: ['A missing index file', 'A location that maps to a wrong directory'],
    checks: ['The index directive and the files in the directory', 'autoindex, if a list is wanted'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_index_module.html#index',
  },
  'access-forbidden': {
    meaning: 'A deny rule matched; the client gets 403.',
    causes: ['The client is not in an allowed range', 'The client is behind a proxy whose address is seen instead'],
    checks: ['allow and deny of the location', 'real_ip, if there is a proxy before nginx'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_access_module.html#deny',
  },
  'body-too-large': {
    meaning: 'The request body is larger than client_max_body_size; the client gets 413.',
    causes: ['An upload larger than the limit (1m by default)'],
    checks: ['client_max_body_size of the location', 'Whether the upload is legitimate'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size',
  },
  'chunked-body-too-large': {
    meaning: 'A request body without a length grew over client_max_body_size; the client gets 413.',
    causes: ['A streamed upload larger than the limit (1m by default)'],
    checks: ['client_max_body_size of the location'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_max_body_size',
  },
  'invalid-header-line': {
    meaning: 'nginx ignored a request header whose name is not allowed, and handled the request without it.',
    causes: ['A name with underscores, dots or other characters', 'Probes of scanners'],
    checks: ['underscores_in_headers, if the name has underscores', 'ignore_invalid_headers'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#underscores_in_headers',
    source: 'nginx src/http/ngx_http_request.c:1429',
  },
  'invalid-header-code': {
    meaning:
      'A request header has a character that is not allowed: the quoted text ends with its code, such as \\x00. The client got 400.',
    causes: ['Probes of scanners', 'A client that writes control characters into a header'],
    checks: ['The client and the header in quotes'],
    source: 'nginx src/http/ngx_http_request.c:1512',
  },
  'header-too-long': {
    meaning: 'A request header does not fit a buffer; the client gets 400.',
    causes: ['Large cookies or tokens'],
    checks: ['large_client_header_buffers (4 of 8k by default)', 'Size of cookies'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#large_client_header_buffers',
  },
  'uri-too-long': {
    meaning: 'The request line does not fit a buffer; the client gets 414.',
    causes: ['Queries with much data', 'Redirects that grow in a loop'],
    checks: ['large_client_header_buffers (4 of 8k by default)', 'The request in the access log'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#large_client_header_buffers',
  },
  'invalid-method': {
    meaning: 'The request does not start with a method; the client gets 400.',
    causes: ['TLS or another protocol sent to a plain port', 'Probes of scanners'],
    checks: ['Whether clients use the right scheme and port'],
  },
  'plain-http-to-https': {
    meaning: 'A plain HTTP request arrived at a TLS port; the client gets 400.',
    causes: ['A link or proxy with http:// and the TLS port'],
    checks: ['The scheme that the client or the proxy before nginx uses', 'error_page 497 to redirect'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_ssl_module.html#errors',
  },
  'client-closed': {
    meaning: 'The client closed the connection while a request was read or a response sent.',
    causes: ['The client gave up or lost its network'],
    checks: ['Whether the response was slow', 'Timeouts of a load balancer before nginx'],
  },
  'client-closed-upstream-too-no-error': {
    meaning: 'The client went away before the response, so the request to the upstream was dropped; logged as 499.',
    causes: ['The client or a proxy before nginx has a shorter timeout than the upstream takes'],
    checks: [
      'Latency of the upstream for this path',
      'Timeout of the load balancer before nginx',
      'proxy_ignore_client_abort, if the request must finish',
    ],
    cite: 'https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_ignore_client_abort',
  },
  'client-closed-upstream-too': {
    meaning: 'The client went away before the response, so the request to the upstream was dropped; logged as 499.',
    causes: ['The client or a proxy before nginx has a shorter timeout than the upstream takes'],
    checks: ['Latency of the upstream for this path', 'Timeout of the load balancer before nginx'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_ignore_client_abort',
  },
  'client-timed-out': {
    meaning: 'The client sent or took no data for a timeout.',
    causes: ['A slow or lost client', 'Connections that are held open on purpose'],
    checks: ['client_header_timeout, client_body_timeout and send_timeout (60s by default)'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_body_timeout',
  },
  'recv-failed': {
    meaning: 'Reading from a connection failed; the errno says why.',
    causes: ['The other side reset the connection (104)'],
    checks: ['Which side: client, or upstream if the line names one', 'Crashes and restarts of the upstream'],
  },
  'send-failed': {
    meaning: 'Writing to a connection failed; the errno says why.',
    causes: ['The other side closed it (32, 104)'],
    checks: ['Which side: client, or upstream if the line names one'],
  },
  'redirection-cycle': {
    meaning: 'The rules redirect a request inside nginx more than 10 times; the client gets 500.',
    causes: ['A rewrite that matches its own result', 'try_files or error_page that leads back'],
    checks: ['rewrite, try_files and error_page of the locations that match the path'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_rewrite_module.html#rewrite',
  },
  'internal-redirection-cycle': {
    meaning: 'The rules redirect a request inside nginx more than 10 times; the client gets 500.',
    causes: ['try_files whose last argument does not exist and matches the same location', 'index that leads back'],
    checks: ['The last argument of try_files, and that the file exists'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#try_files',
  },
  'auth-user-not-found': {
    meaning: 'The user is not in the password file; the client gets 401.',
    causes: ['A misspelt user, or guessing'],
    checks: ['The password file', 'The client address, if there are many'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_auth_basic_module.html#auth_basic_user_file',
  },
  'auth-password-mismatch': {
    meaning: 'The password of basic authentication is wrong; the client gets 401.',
    causes: ['A wrong or old password, or guessing'],
    checks: ['The client address, if there are many'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_auth_basic_module.html#auth_basic_user_file',
  },
  'auth-request-status': {
    meaning: 'The subrequest of auth_request got a status other than 2xx, 401 or 403; the client gets 500.',
    causes: ['The authentication service fails or redirects'],
    checks: ['The service at the location of auth_request'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_auth_request_module.html#auth_request',
  },
  'body-buffered': {
    meaning: 'The request body did not fit its buffer and was written to a temporary file. A warning, not a failure.',
    causes: ['Uploads'],
    checks: ['client_body_buffer_size (two pages, 8k or 16k, by default), if there are many', 'Disk load'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#client_body_buffer_size',
  },
  'limit-req': {
    meaning: 'The request exceeded the rate and burst of a zone and was rejected, with 503 by default.',
    causes: ['A client that sends too fast, or an attack', 'Many clients behind one address'],
    checks: ['The key and rate of the zone', 'burst and nodelay of limit_req', 'limit_req_status'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_limit_req_module.html#limit_req',
  },
  'limit-req-delay': {
    meaning: 'The request exceeded the rate of a zone and was delayed, not rejected.',
    causes: ['A burst of a client'],
    checks: ['burst and delay of limit_req'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_limit_req_module.html#limit_req',
  },
  'limit-conn': {
    meaning: 'The client has as many connections as the zone allows; rejected with 503 by default.',
    causes: ['Downloads in parallel', 'Many clients behind one address'],
    checks: ['The key and number of limit_conn', 'limit_conn_status'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_limit_conn_module.html#limit_conn',
  },
  'worker-connections': {
    meaning: 'A worker has no free connection, so new connections wait or fail. Connections to upstreams count too.',
    causes: ['More clients than planned', 'Slow upstreams that hold connections'],
    checks: ['worker_connections (512 by default) and worker_rlimit_nofile', 'Number of open connections by state'],
    cite: 'https://nginx.org/en/docs/ngx_core_module.html#worker_connections',
  },
  'limit-open-files': {
    meaning: 'accept4() failed; with errno 24 the worker has no free file descriptor.',
    causes: ['The limit of open files is below the connections in use'],
    checks: ['worker_rlimit_nofile and the limit of the service', 'Open descriptors of the worker'],
    cite: 'https://nginx.org/en/docs/ngx_core_module.html#worker_rlimit_nofile',
  },
};
