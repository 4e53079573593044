import {type Explanation, nginx} from './explanation.ts';

const V2 = 'http/v2/ngx_http_v2.c';
const TABLE = 'http/v2/ngx_http_v2_table.c';

const violation = (line: string): Explanation => ({
  meaning:
    'The client broke a rule of HTTP/2 (RFC 9113): nginx sent GOAWAY and closed the connection with all its requests.',
  causes: ['A broken HTTP/2 client or proxy', 'A scanner, or an attack by malformed frames'],
  checks: ['The client address, if there are many', 'The frame in the message'],
  ...nginx(line),
});

const VIOLATIONS: Readonly<Record<string, string>> = {
  'h2-preface': `${V2}:881`,
  'h2-data-length-0': `${V2}:963`,
  'h2-data-length': `${V2}:978`,
  'h2-data-identifier': `${V2}:994`,
  'h2-data-connection-window': `${V2}:1001`,
  'h2-headers-length': `${V2}:1222`,
  'h2-headers-empty': `${V2}:1230`,
  'h2-headers-padding': `${V2}:1253`,
  'h2-headers-identifier': `${V2}:1285`,
  'h2-block-length': `${V2}:1462`,
  'h2-field-encoded': `${V2}:1609`,
  'h2-field-length': `${V2}:1628`,
  'h2-name-zero': `${V2}:1750`,
  'h2-continuation-expected': `${V2}:1964`,
  'h2-continuation-identifier': `${V2}:1973`,
  'h2-continuation-unexpected': `${V2}:2554`,
  'h2-priority-length': `${V2}:2005`,
  'h2-priority-many': `${V2}:2013`,
  'h2-priority-identifier': `${V2}:2038`,
  'h2-rst-length': `${V2}:2088`,
  'h2-rst-identifier': `${V2}:2109`,
  'h2-settings-identifier': `${V2}:2172`,
  'h2-settings-ack': `${V2}:2181`,
  'h2-settings-length': `${V2}:2194`,
  'h2-settings-window': `${V2}:2235`,
  'h2-settings-frame-size': `${V2}:2251`,
  'h2-settings-push': `${V2}:2265`,
  'h2-push-promise': `${V2}:2321`,
  'h2-ping-length': `${V2}:2335`,
  'h2-ping-identifier': `${V2}:2350`,
  'h2-goaway-length': `${V2}:2386`,
  'h2-goaway-identifier': `${V2}:2398`,
  'h2-window-length': `${V2}:2432`,
  'h2-window-increment': `${V2}:2453`,
  'h2-block-long': `${V2}:1455`,
  'h2-field-long': `${V2}:1535`,
  'h2-field-large': `${V2}:1555`,
  'h2-headers-dependency': `${V2}:1293`,
  'h2-table-index-0': `${TABLE}:112`,
  'h2-table-index': `${TABLE}:181`,
  'h2-table-size': `${TABLE}:342`,
};

const PSEUDO_HEADERS: Readonly<Record<string, string>> = {
  'h2-pseudo-unknown': `${V2}:3532`,
  'h2-path-duplicate': `${V2}:3544`,
  'h2-path-empty': `${V2}:3551`,
  'h2-path-invalid': `${V2}:3561`,
  'h2-path-missing': `${V2}:3790`,
  'h2-method-duplicate': `${V2}:3615`,
  'h2-method-empty': `${V2}:3622`,
  'h2-method-invalid': `${V2}:3660`,
  'h2-method-missing': `${V2}:3782`,
  'h2-scheme-duplicate': `${V2}:3682`,
  'h2-scheme-empty': `${V2}:3689`,
  'h2-scheme-invalid': `${V2}:3709`,
  'h2-scheme-missing': `${V2}:3786`,
  'invalid-header-name': `${V2}:3464`,
  'h2-header-value': `${V2}:3478`,
};

const mapped = (lines: Readonly<Record<string, string>>, explain: (line: string) => Explanation) =>
  Object.entries(lines).map(([id, line]) => [id, explain(line)] as const);

export const HTTP2: Readonly<Record<string, Explanation>> = {
  ...Object.fromEntries(mapped(VIOLATIONS, violation)),
  ...Object.fromEntries(
    mapped(PSEUDO_HEADERS, line => ({
      meaning: 'A request over HTTP/2 has a wrong header, or lacks a pseudo-header such as :path; it got 400.',
      causes: ['A broken HTTP/2 client or proxy', 'A scanner'],
      checks: ['The client address, if there are many', 'The header in the message'],
      ...nginx(line),
    })),
  ),
  'h2-flood': {
    meaning: 'A client sent far more control frames than requests; nginx closed the connection.',
    causes: ['An attack by many small frames, such as resets or empty DATA frames', 'A broken client'],
    checks: ['The client address, if there are many'],
    ...nginx('http/v2/ngx_http_v2.c:446'),
  },
  'h2-concurrent': {
    meaning:
      'A client opened more streams than allowed at one time; nginx refused the new one, and the client may try it again.',
    causes: ['A client that does not follow SETTINGS', 'Responses that take long'],
    checks: ['http2_max_concurrent_streams (128 by default)'],
    ...nginx('http/v2/ngx_http_v2.c:1317', 'http/ngx_http_v2_module.html#http2_max_concurrent_streams'),
  },
  'http2-error': {
    meaning: 'A client sent a body before it acknowledged the settings of nginx; nginx refused the stream.',
    causes: ['The client sends early; it may try the request again'],
    checks: ['Whether requests of this client fail otherwise'],
    ...nginx('http/v2/ngx_http_v2.c:1328'),
  },
  'h2-priority-dependency': {
    meaning: 'A client made a stream depend on itself, which HTTP/2 forbids; nginx reset the stream.',
    causes: ['A broken HTTP/2 client', 'A scanner'],
    checks: ['The client address, if there are many'],
    ...nginx('http/v2/ngx_http_v2.c:2045'),
  },
  'h2-data-half-closed': {
    meaning: 'A client sent a body for a request that it had ended; nginx reset the stream.',
    causes: ['A broken HTTP/2 client or proxy'],
    checks: ['The client address, if there are many'],
    ...nginx('http/v2/ngx_http_v2.c:1070'),
  },
  'h2-data-window': {
    meaning: 'A client sent more of a body than it was allowed to at that time; nginx reset the stream.',
    causes: ['A broken HTTP/2 client or proxy'],
    checks: ['The client address, if there are many'],
    ...nginx('http/v2/ngx_http_v2.c:1036'),
  },
  'h2-unknown-type': {
    meaning: 'A client sent a frame of a type that nginx does not know. nginx skipped the frame, as HTTP/2 demands.',
    causes: ['An extension of HTTP/2, such as GREASE'],
    checks: ['Nothing, unless requests fail'],
    ...nginx('http/v2/ngx_http_v2.c:942'),
  },
  'h2-header-large': {
    meaning:
      'The headers of a request over HTTP/2 do not fit the buffers; nginx closed the connection with all its requests.',
    causes: ['Large cookies or tokens'],
    checks: ['large_client_header_buffers (4 of 8k by default)', 'Size of cookies'],
    ...nginx('http/v2/ngx_http_v2.c:1770', 'http/ngx_http_core_module.html#large_client_header_buffers'),
  },
  'h2-header-invalid': {
    meaning: 'nginx ignored a header of a request over HTTP/2 whose name is not allowed.',
    causes: ['A name with underscores or other characters'],
    checks: ['underscores_in_headers, if the name has underscores', 'ignore_invalid_headers'],
    ...nginx('http/v2/ngx_http_v2.c:1833', 'http/ngx_http_core_module.html#underscores_in_headers'),
  },
  'h2-canceled': {
    meaning: 'The client cancelled a request over HTTP/2; nginx drops it.',
    causes: ['A user who left the page or stopped a download'],
    checks: ['Whether the response was slow'],
    ...nginx('http/v2/ngx_http_v2.c:2135'),
  },
  'h2-refused': {
    meaning: 'The client refused a stream.',
    causes: ['The client has no room for a pushed response'],
    checks: ['Nothing, unless responses are missing'],
    ...nginx('http/v2/ngx_http_v2.c:2140'),
  },
  'h2-terminated': {
    meaning: 'The client reset a stream with an error code; nginx drops the request.',
    causes: ['The client found an error in the response', 'A broken client'],
    checks: ['The code in the message (RFC 9113, section 7)'],
    ...nginx('http/v2/ngx_http_v2.c:2151'),
  },
  'h2-closed-stream': {
    meaning: 'The client ended a stream before its request body was complete; the request got 400.',
    causes: ['The client gave up or lost its network'],
    checks: ['Uploads of this client'],
    ...nginx('http/v2/ngx_http_v2.c:3968'),
  },
};
