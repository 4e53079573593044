import {type Explanation, nginx} from './explanation.ts';

const refused = (what: string, status: string, line: number): Explanation => ({
  meaning: `${what}; the client gets ${status}.`,
  causes: ['Probes of scanners', 'A broken client or proxy'],
  checks: ['The client address, if there are many', 'A proxy or load balancer before nginx, if it is its address'],
  ...nginx(`http/ngx_http_request.c:${line}`),
});

const rewriteLog = (what: string, line: number): Explanation => ({
  meaning: `A line of rewrite_log: ${what}. Not a failure.`,
  causes: ['rewrite_log on'],
  checks: ['rewrite_log, to get rid of the lines'],
  ...nginx(`http/ngx_http_script.c:${line}`, 'http/ngx_http_rewrite_module.html#rewrite_log'),
});

const userid = (what: string, line: number): Explanation => ({
  meaning: `The cookie of the userid module ${what}; nginx ignores it and handles the request.`,
  causes: [
    'A cookie that the client changed',
    'Another program that sets a cookie of the same name',
    'Probes of scanners',
  ],
  checks: ['userid_name, and what else sets that cookie'],
  ...nginx(`http/modules/ngx_http_userid_filter_module.c:${line}`, 'http/ngx_http_userid_module.html#userid_name'),
});

const LONG_HEADER: Explanation = {
  meaning: 'A request header does not fit a buffer; the client gets 400 (494 in the access log).',
  causes: ['Large cookies or tokens'],
  checks: ['large_client_header_buffers (4 of 8k by default)', 'Size of cookies'],
  ...nginx('http/ngx_http_request.c:1398', 'http/ngx_http_core_module.html#large_client_header_buffers'),
};

export const REQUEST: Readonly<Record<string, Explanation>> = {
  'access-forbidden': {
    meaning: 'A deny rule matched; the client gets 403. A stream server closes the connection instead.',
    causes: ['The client is not in an allowed range', 'The client is behind a proxy whose address is seen instead'],
    checks: ['allow and deny of the location', 'real_ip, if there is a proxy before nginx'],
    ...nginx('http/modules/ngx_http_access_module.c:284', 'http/ngx_http_access_module.html#deny'),
  },
  'body-too-large': {
    meaning: 'The request body is larger than client_max_body_size; the client gets 413.',
    causes: ['An upload larger than the limit (1m by default)'],
    checks: ['client_max_body_size of the location', 'Whether the upload is legitimate'],
    ...nginx('http/ngx_http_core_module.c:990', 'http/ngx_http_core_module.html#client_max_body_size'),
  },
  'chunked-body-too-large': {
    meaning: 'A request body without a length grew over client_max_body_size; the client gets 413.',
    causes: ['A streamed upload larger than the limit (1m by default)'],
    checks: ['client_max_body_size of the location'],
    ...nginx('http/ngx_http_request_body.c:1118', 'http/ngx_http_core_module.html#client_max_body_size'),
  },
  'invalid-header-line': {
    meaning: 'nginx ignored a request header whose name is not allowed, and handled the request without it.',
    causes: ['A name with underscores, dots or other characters', 'Probes of scanners'],
    checks: ['underscores_in_headers, if the name has underscores', 'ignore_invalid_headers'],
    ...nginx('http/ngx_http_request.c:1429', 'http/ngx_http_core_module.html#underscores_in_headers'),
  },
  'invalid-header-code': {
    meaning:
      'A request header has a character that is not allowed: the quoted text ends with its code, such as \\x00. The client got 400.',
    causes: ['Probes of scanners', 'A client that writes control characters into a header'],
    checks: ['The client and the header in quotes'],
    ...nginx('http/ngx_http_request.c:1512'),
  },
  'header-too-long': LONG_HEADER,
  'uri-too-long': {
    meaning: 'The request line does not fit a buffer; the client gets 414.',
    causes: ['Queries with much data', 'Redirects that grow in a loop'],
    checks: ['large_client_header_buffers (4 of 8k by default)', 'The request in the access log'],
    ...nginx('http/ngx_http_request.c:1202', 'http/ngx_http_core_module.html#large_client_header_buffers'),
  },
  'invalid-method': {
    meaning: 'The request does not start with a method; the client gets 400.',
    causes: ['TLS or another protocol sent to a plain port', 'Probes of scanners'],
    checks: ['Whether clients use the right scheme and port'],
    ...nginx('http/ngx_http_request.c:71'),
  },
  'plain-http-to-https': {
    meaning: 'A plain HTTP request arrived at a TLS port; the client gets 400 (497 in the access log).',
    causes: ['A link or proxy with http:// and the TLS port'],
    checks: ['The scheme that the client or the proxy before nginx uses', 'error_page 497 to redirect'],
    ...nginx('http/ngx_http_request.c:2048', 'http/ngx_http_ssl_module.html#errors'),
  },
  'redirection-cycle': {
    meaning: 'The rules redirect a request inside nginx more than 10 times; the client gets 500.',
    causes: ['A rewrite that matches its own result', 'try_files or error_page that leads back'],
    checks: ['rewrite, try_files and error_page of the locations that match the path'],
    ...nginx('http/ngx_http_core_module.c:1069', 'http/ngx_http_rewrite_module.html#rewrite'),
  },
  'internal-redirection-cycle': {
    meaning: 'The rules redirect a request inside nginx more than 10 times; the client gets 500.',
    causes: ['try_files whose last argument does not exist and matches the same location', 'index that leads back'],
    checks: ['The last argument of try_files, and that the file exists'],
    ...nginx('http/ngx_http_core_module.c:2507', 'http/ngx_http_core_module.html#try_files'),
  },
  'auth-user-not-found': {
    meaning: 'The user is not in the password file; the client gets 401.',
    causes: ['A misspelt user, or guessing'],
    checks: ['The password file', 'The client address, if there are many'],
    ...nginx(
      'http/modules/ngx_http_auth_basic_module.c:265',
      'http/ngx_http_auth_basic_module.html#auth_basic_user_file',
    ),
  },
  'auth-password-mismatch': {
    meaning: 'The password of basic authentication is wrong; the client gets 401.',
    causes: ['A wrong or old password, or guessing'],
    checks: ['The client address, if there are many'],
    ...nginx(
      'http/modules/ngx_http_auth_basic_module.c:309',
      'http/ngx_http_auth_basic_module.html#auth_basic_user_file',
    ),
  },
  'auth-request-status': {
    meaning: 'The subrequest of auth_request got a status other than 2xx, 401 or 403; the client gets 500.',
    causes: ['The authentication service fails or redirects'],
    checks: ['The service at the location of auth_request'],
    ...nginx('http/modules/ngx_http_auth_request_module.c:170', 'http/ngx_http_auth_request_module.html#auth_request'),
  },
  'body-buffered': {
    meaning: 'The request body did not fit its buffer and was written to a temporary file. A warning, not a failure.',
    causes: ['Uploads'],
    checks: ['client_body_buffer_size (two pages, 8k or 16k, by default), if there are many', 'Disk load'],
    ...nginx('core/ngx_file.c:122', 'http/ngx_http_core_module.html#client_body_buffer_size'),
  },
  'header-too-long-cut': LONG_HEADER,
  'too-large-request': {
    meaning: 'The headers of a request do not fit the buffers; the client gets 400 (494 in the access log).',
    causes: ['Many or large headers, such as cookies'],
    checks: ['large_client_header_buffers (4 of 8k by default)', 'Size of cookies'],
    ...nginx('http/ngx_http_request.c:1385', 'http/ngx_http_core_module.html#large_client_header_buffers'),
  },
  'invalid-request': refused('The request line is not valid HTTP', '400', 74),
  'invalid-version': refused('The request names a version of HTTP that nginx does not know', '505', 77),
  'invalid-host': refused('The Host header is not a valid name', '400', 1801),
  'invalid-host-in-line': refused('The host in the request line is not a valid name', '400', 1122),
  'no-host-header': refused('A request of HTTP/1.1 has no Host header', '400', 1954),
  'duplicate-host': refused('A request has two Host headers', '400', 1785),
  'duplicate-header': refused('A request has a header twice that may be there once', '400', 1766),
  'invalid-content-length': refused('The Content-Length of a request is no number', '400', 1966),
  'transfer-encoding-http10': refused(
    'A request of HTTP/1.0 has a Transfer-Encoding, which HTTP/1.1 introduced',
    '400',
    1975,
  ),
  'length-and-encoding': refused(
    'A request has both a Content-Length and a Transfer-Encoding, as in request smuggling',
    '400',
    1987,
  ),
  'unknown-transfer-encoding': refused('The Transfer-Encoding of a request is not chunked', '501', 1998),
  'connect-method': refused('A client sent CONNECT, as to a forward proxy', '405', 2015),
  'trace-method': refused('A client sent TRACE, which nginx does not serve', '405', 2022),
  'invalid-chunked-body': {
    meaning: 'The body of a request is not valid chunked encoding; the client gets 400.',
    causes: ['A broken client', 'Probes of scanners'],
    checks: ['The client address, if there are many'],
    ...nginx('http/ngx_http_request_body.c:889'),
  },
  'other-server-name': {
    meaning:
      'A TLS client asked for another host than the one whose settings were used in the handshake, and that host verifies client certificates; it got 421.',
    causes: ['A browser that reuses a connection for another host with the same certificate'],
    checks: ['server blocks with ssl_verify_client, and certificates that are valid for several hosts'],
    ...nginx('http/ngx_http_request.c:2274', 'http/ngx_http_ssl_module.html#ssl_verify_client'),
  },
  'auth-missing': {
    meaning:
      'A request had no user and password for basic authentication; the client gets 401 and may try again with them.',
    causes: ['The first request of a browser', 'A client without credentials'],
    checks: ['Nothing, unless a client that should have credentials is in the line'],
    ...nginx('http/modules/ngx_http_auth_basic_module.c:126', 'http/ngx_http_auth_basic_module.html#auth_basic'),
  },
  'delaying-unauthorized': {
    meaning: 'The response to a request with wrong credentials is delayed by auth_delay.',
    causes: ['A wrong password, or guessing'],
    checks: ['The client address, if there are many'],
    ...nginx('http/ngx_http_core_module.c:1197', 'http/ngx_http_core_module.html#auth_delay'),
  },
  'named-location-missing': {
    meaning: 'A named location (@name) that a request was sent to does not exist in the server; the client gets 500.',
    causes: ['A misspelt name in try_files, error_page or ngx.exec', 'The location is in another server'],
    checks: ['The location with this name in the server of the line'],
    ...nginx('http/ngx_http_core_module.c:2620', 'http/ngx_http_core_module.html#location'),
  },
  'named-redirection-cycle': {
    meaning: 'The rules send a request to named locations more than 10 times; the client gets 500.',
    causes: ['try_files, error_page or ngx.exec that leads back'],
    checks: ['The named locations of the server'],
    ...nginx('http/ngx_http_core_module.c:2564', 'http/ngx_http_core_module.html#try_files'),
  },
  'rewritten-empty': {
    meaning: 'A rewrite made an empty path; the client gets 500.',
    causes: ['A replacement that is a variable without a value'],
    checks: ['rewrite directives with variables in the location'],
    ...nginx('http/ngx_http_script.c:1284', 'http/ngx_http_rewrite_module.html#rewrite'),
  },
  'rewrite-matches': rewriteLog('the expression of a rewrite or if matched', 1101),
  'rewrite-not-matches': rewriteLog('the expression of a rewrite or if did not match', 1067),
  'rewritten-redirect': rewriteLog('a rewrite redirected the client to another URL', 1232),
  'rewritten-data': rewriteLog('a rewrite changed path and arguments', 1275),
  'uninitialized-variable': {
    meaning: 'A variable was used before it had a value; it counts as empty. A warning, not a failure.',
    causes: ['set in another branch of if', 'A misspelt variable that is set elsewhere'],
    checks: ['Where the variable is set', 'uninitialized_variable_warn, if it is intended'],
    ...nginx(
      'http/modules/ngx_http_rewrite_module.c:212',
      'http/ngx_http_rewrite_module.html#uninitialized_variable_warn',
    ),
  },
  'proxy-protocol-broken': {
    meaning:
      'A connection did not start with a PROXY protocol header, though the listen directive demands one; nginx closed it.',
    causes: [
      'A client that connects directly, without the load balancer',
      'The load balancer does not send the header',
    ],
    checks: ['proxy_protocol of listen, and the setting of the load balancer', 'The client address'],
    ...nginx('core/ngx_proxy_protocol.c:142', 'http/ngx_http_core_module.html#listen'),
  },
  'proxy-protocol-version': {
    meaning: 'A connection started with a PROXY protocol header of an unknown version; nginx closed it.',
    causes: ['A broken load balancer', 'Probes of scanners'],
    checks: ['The client address'],
    ...nginx('core/ngx_proxy_protocol.c:291'),
  },
  'variable-cycle': {
    meaning: 'A variable needs its own value; nginx reads it as empty where the cycle is found.',
    causes: ['A map whose value contains its own variable, directly or through another map'],
    checks: ['The map of the variable in quotes'],
    ...nginx('http/ngx_http_variables.c:625', 'http/ngx_http_map_module.html#map'),
  },
  'limit-rate-invalid': {
    meaning: 'The value that set gives to $limit_rate is not a size; the rate of the response stays as it was.',
    causes: ['A variable, argument or header with another text'],
    checks: ['set $limit_rate, and where its value comes from'],
    ...nginx('http/ngx_http_variables.c:2020', 'http/ngx_http_core_module.html#limit_rate'),
  },
  'userid-short': userid('is shorter than an identifier', 353),
  'userid-invalid': userid('is not in base64', 374),
};
