import {REFUSED} from './config.ts';
import {type ExplanationByAction, luaModule, nginx} from './explanation.ts';

const SSL = 'https://nginx.org/en/docs/http/ngx_http_ssl_module.html';
const PROXY = 'https://nginx.org/en/docs/http/ngx_http_proxy_module.html';

const handshake: ExplanationByAction = {
  meaning:
    'A TLS handshake with a client failed, so there is no request and no response; the text of OpenSSL says why.',
  actions: {
    'SSL handshaking to upstream': {
      meaning:
        'The TLS handshake with an upstream server failed; the text of OpenSSL says why. nginx asks the next server, or the client gets 502. A stream server closes the connection instead.',
      causes: [
        'The upstream speaks no TLS on this port',
        'No common protocol or cipher',
        'The upstream needs a server name or a client certificate',
      ],
      checks: [
        'The scheme and port in proxy_pass',
        'proxy_ssl_server_name, if the upstream needs SNI',
        'proxy_ssl_protocols and proxy_ssl_certificate',
      ],
      cite: `${PROXY}#proxy_ssl_server_name`,
    },
  },
  causes: ['No common protocol or cipher', 'A client that does not trust the certificate', 'Scanners'],
  checks: ['ssl_protocols and ssl_ciphers', 'The certificate and its chain', 'The client address, if there are many'],
  ...nginx('event/ngx_event_openssl.c:1857', 'http/ngx_http_ssl_module.html#ssl_protocols'),
};

const peerClosed: ExplanationByAction = {
  meaning: 'The client closed the connection in the TLS handshake.',
  actions: {
    'SSL handshaking to upstream': {
      meaning:
        'The upstream server closed the connection in the TLS handshake; nginx asks the next server, or the client gets 502.',
      causes: ['The upstream speaks no TLS on this port', 'The upstream needs a server name (SNI)'],
      checks: ['The scheme and port in proxy_pass', 'proxy_ssl_server_name'],
      cite: `${PROXY}#proxy_ssl_server_name`,
    },
  },
  causes: ['The client rejected the certificate', 'Health checks that only connect'],
  checks: ['The certificate and its chain', 'Health checks of a load balancer'],
  ...nginx('event/ngx_event_openssl.c:1842'),
};

const notLoaded = (what: string, line: number): ExplanationByAction => ({
  meaning: `${what} could not be loaded; the text of OpenSSL says why. ${REFUSED}`,
  actions: {
    'SSL handshaking': {
      meaning: `${what} whose name has variables could not be loaded, so the TLS handshake failed.`,
      causes: ['No file for the name that the client sent'],
      checks: ['The path in the message', 'ssl_certificate with variables'],
      cite: `${SSL}#ssl_certificate`,
    },
  },
  causes: ['The file is missing, unreadable or not PEM', 'A deploy that wrote a part of the file'],
  checks: ['The path, mode and content of the file', 'ssl_certificate and ssl_certificate_key'],
  ...nginx(`event/ngx_event_openssl.c:${line}`, 'http/ngx_http_ssl_module.html#ssl_certificate'),
});

const transfer = (verb: string, line: number): ExplanationByAction => ({
  meaning: `${verb} a TLS connection failed; the text of OpenSSL says why. The connection was closed.`,
  actions: {
    'reading response header from upstream': {
      meaning:
        'Reading the response of the upstream over TLS failed; nginx asks the next server, or the client gets 502.',
    },
    'reading upstream': {
      meaning:
        'Reading the response of the upstream over TLS failed after the client had the header. The client has the status and a cut body.',
    },
  },
  causes: ['The other side closed the connection without a TLS close, or broke the protocol'],
  checks: ['Which side: client, or upstream if the line names one'],
  ...nginx(`event/ngx_event_openssl.c:${line}`),
});

const NO_CERTIFICATE: ExplanationByAction = {
  meaning: `A server with TLS has no certificate or key. ${REFUSED}`,
  causes: ['listen … ssl without ssl_certificate'],
  checks: ['ssl_certificate and ssl_certificate_key of the server'],
  ...nginx('http/modules/ngx_http_ssl_module.c:701', 'http/ngx_http_ssl_module.html#ssl_certificate'),
};

export const TLS: Readonly<Record<string, ExplanationByAction>> = {
  'ssl-handshake-failed': handshake,
  'ssl-handshake-error': handshake,
  'ssl-peer-closed': peerClosed,
  'ssl-peer-closed-error': peerClosed,
  'ssl-read-failed': transfer('Reading from', 2500),
  'ssl-write-failed': transfer('Writing to', 2820),
  'ssl-shutdown-failed': transfer('Closing', 3249),
  'ssl-handshake-rejected': {
    meaning: 'nginx refused a TLS handshake because the server of the requested name has ssl_reject_handshake.',
    causes: ['A client that asks for a name which is not served, or without a name', 'Scanners'],
    checks: ['server_name of the TLS servers', 'ssl_reject_handshake'],
    ...nginx('event/ngx_event_openssl.c:1849', 'http/ngx_http_ssl_module.html#ssl_reject_handshake'),
  },
  'ssl-no-client-cert': {
    meaning:
      'A client sent no certificate, though ssl_verify_client demands one; it got 400 (496 in the access log). A stream or mail server closes the connection instead.',
    causes: ['A client without a certificate, or with one of another authority'],
    checks: ['ssl_client_certificate, whose authorities are sent to clients'],
    ...nginx('http/ngx_http_request.c:2077', 'http/ngx_http_ssl_module.html#ssl_verify_client'),
  },
  'ssl-key-load': notLoaded('The key of a certificate', 521),
  'ssl-key-pem': notLoaded('The key of a certificate', 521),
  'ssl-cert-pem': notLoaded('A certificate', 433),
  'ssl-no-certificate': NO_CERTIFICATE,
  'ssl-no-client-certificate': {
    meaning: `ssl_verify_client is on without ssl_client_certificate. ${REFUSED}`,
    causes: ['A missing ssl_client_certificate'],
    checks: ['ssl_client_certificate of the server'],
    ...nginx('http/modules/ngx_http_ssl_module.c:800', 'http/ngx_http_ssl_module.html#ssl_verify_client'),
  },
  'ssl-ciphers': {
    meaning: `The list of ciphers has none that OpenSSL knows. ${REFUSED}`,
    causes: ['A misspelt cipher', 'Ciphers that a newer OpenSSL has removed'],
    checks: ['openssl ciphers with the list in the message'],
    ...nginx('event/ngx_event_openssl.c:853', 'http/ngx_http_ssl_module.html#ssl_ciphers'),
  },
  'ssl-no-certificate-old': NO_CERTIFICATE,
  'ssl-no-certificate-listen': {
    meaning: `A server that listens with ssl has no certificate. ${REFUSED}`,
    causes: ['listen … ssl without ssl_certificate'],
    checks: ['ssl_certificate of the server'],
    ...nginx('http/modules/ngx_http_ssl_module.c:1304', 'http/ngx_http_ssl_module.html#ssl_certificate'),
  },
  'ssl-lua-cert-error': {
    meaning:
      'The certificate of a server that Lua code (a cosocket) connected to could not be verified; the call returned an error.',
    causes: ['It has expired, or its authority is not in lua_ssl_trusted_certificate'],
    checks: [
      'The number and text in parentheses',
      'lua_ssl_trusted_certificate and lua_ssl_verify_depth (1 by default)',
    ],
    ...luaModule('ngx_http_lua_socket_tcp.c:1932', 'lua_ssl_trusted_certificate'),
  },
  'ssl-lua-cert-name': {
    meaning:
      'The certificate of a server that Lua code (a cosocket) connected to is for another name; the call returned an error.',
    causes: ['The name passed to sslhandshake is not that of the certificate'],
    checks: ['The second argument of sslhandshake'],
    ...luaModule('ngx_http_lua_socket_tcp.c:1949', 'tcpsocksslhandshake'),
  },
  'ssl-client-cert-error': {
    meaning:
      'The certificate of a client could not be verified; it got 400 (495 in the access log). A stream or mail server closes the connection instead.',
    causes: ['It has expired, or its authority is not in ssl_client_certificate'],
    checks: ['The number and text in parentheses', 'ssl_client_certificate and ssl_verify_depth (1 by default)'],
    ...nginx('http/ngx_http_request.c:2062', 'http/ngx_http_ssl_module.html#ssl_verify_client'),
  },
  'ssl-upstream-cert-error': {
    meaning:
      'The certificate of the upstream could not be verified (proxy_ssl_verify); nginx asks the next server, or the client gets 502. A stream server closes the connection instead.',
    causes: ['It has expired, or its authority is not trusted'],
    checks: [
      'The number and text in parentheses',
      'proxy_ssl_trusted_certificate and proxy_ssl_verify_depth (1 by default)',
    ],
    ...nginx('http/ngx_http_upstream.c:1780', 'http/ngx_http_proxy_module.html#proxy_ssl_verify'),
  },
  'ssl-upstream-cert-name': {
    meaning:
      'The certificate of the upstream is for another name (proxy_ssl_verify); nginx asks the next server, or the client gets 502. A stream server closes the connection instead.',
    causes: ['The name sent and checked is that of proxy_pass, not of the host'],
    checks: ['proxy_ssl_name and proxy_ssl_server_name'],
    ...nginx('http/ngx_http_upstream.c:1787', 'http/ngx_http_proxy_module.html#proxy_ssl_name'),
  },
  'ssl-cert-load': notLoaded('A certificate', 433),
  'ssl-key-mismatch': {
    meaning: `The private key does not belong to the certificate. ${REFUSED}`,
    causes: ['One of two files was renewed', 'The server certificate is not the first in its file'],
    checks: ['That both files have one public key', 'Order of the certificates in the file'],
    ...nginx('event/ngx_event_openssl.c:530', 'http/ngx_http_ssl_module.html#ssl_certificate'),
  },
  'ssl-stapling-ignored': {
    meaning: 'OCSP stapling is off for this certificate because its issuer was not found.',
    causes: ['The file lacks the intermediate certificate'],
    checks: ['The chain in ssl_certificate, or ssl_trusted_certificate'],
    ...nginx('event/ngx_event_openssl_stapling.c:428', 'http/ngx_http_ssl_module.html#ssl_stapling'),
  },
};
