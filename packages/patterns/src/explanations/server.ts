import type {Explanation} from './index.ts';

export const SERVER: Readonly<Record<string, Explanation>> = {
  'ssl-handshake-failed': {
    meaning: 'A TLS handshake failed; the text of OpenSSL says why.',
    causes: ['No common protocol or cipher', 'A client or upstream that does not trust the certificate', 'Scanners'],
    checks: [
      'Whether it is with clients or, “to upstream”, with the upstream',
      'ssl_protocols and ssl_ciphers',
      'proxy_ssl_server_name, if the upstream needs SNI',
    ],
    cite: 'https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_ssl_server_name',
  },
  'ssl-peer-closed': {
    meaning: 'The other side closed the connection in the TLS handshake.',
    causes: ['The client rejected the certificate', 'Health checks that only connect'],
    checks: ['The certificate and its chain', 'Health checks of a load balancer'],
  },
  'ssl-client-cert-error': {
    meaning: 'The certificate of the client could not be verified.',
    causes: ['It has expired, or its authority is not in ssl_client_certificate'],
    checks: ['The number and text in parentheses', 'ssl_client_certificate and ssl_verify_depth (1 by default)'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_ssl_module.html#ssl_verify_client',
  },
  'ssl-upstream-cert-error': {
    meaning: 'The certificate of the upstream could not be verified; the client gets 502.',
    causes: ['It has expired, or its authority is not trusted'],
    checks: [
      'The number and text in parentheses',
      'proxy_ssl_trusted_certificate and proxy_ssl_verify_depth (1 by default)',
    ],
    cite: 'https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_ssl_verify',
  },
  'ssl-upstream-cert-name': {
    meaning: 'The certificate of the upstream is for another name; the client gets 502.',
    causes: ['The name sent and checked is that of proxy_pass, not of the host'],
    checks: ['proxy_ssl_name and proxy_ssl_server_name'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_ssl_name',
  },
  'ssl-cert-load': {
    meaning: 'A certificate could not be loaded, so nginx does not start or reload.',
    causes: ['The file is missing, unreadable or not PEM'],
    checks: ['The path, mode and content of the file', 'ssl_certificate'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_ssl_module.html#ssl_certificate',
  },
  'ssl-key-mismatch': {
    meaning: 'The private key does not belong to the certificate, so nginx does not start or reload.',
    causes: ['One of two files was renewed', 'The server certificate is not the first in its file'],
    checks: ['That both files have one public key', 'Order of the certificates in the file'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_ssl_module.html#ssl_certificate',
  },
  'ssl-stapling-ignored': {
    meaning: 'OCSP stapling is off for this certificate because its issuer was not found.',
    causes: ['The file lacks the intermediate certificate'],
    checks: ['The chain in ssl_certificate, or ssl_trusted_certificate'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_ssl_module.html#ssl_stapling',
  },
  'bind-failed': {
    meaning: 'nginx could not listen at an address, so it does not start.',
    causes: [
      'Another process listens there (98)',
      'A port below 1024 without rights (13)',
      'The address is not on this node (99)',
    ],
    checks: ['The process at the address, with ss -ltnp', 'listen directives'],
    cite: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#listen',
  },
  'worker-signal': {
    meaning: 'A worker was killed by a signal and is started again. 9 is often the out-of-memory killer, 11 a crash.',
    causes: ['A bug in a module or library', 'No memory'],
    checks: ['Kernel log at this time', 'Modules and their versions'],
  },
  'worker-core-dumped': {
    meaning: 'A worker crashed and left a core dump.',
    causes: ['A bug in a module or library'],
    checks: ['The stack in the core dump', 'Modules and their versions'],
    cite: 'https://nginx.org/en/docs/ngx_core_module.html#working_directory',
  },
  'signal-reconfigure': {
    meaning: 'The master reads its configuration again and starts new workers; old ones finish their requests.',
    causes: ['nginx -s reload, or a deploy'],
    checks: ['That new workers started after this line'],
    cite: 'https://nginx.org/en/docs/control.html#reconfiguration',
  },
  'conflicting-server-name': {
    meaning: 'Two server blocks have one name at one address; the second is ignored.',
    causes: ['A copied or forgotten file in conf.d or sites-enabled'],
    checks: ['All server_name directives with this name, with nginx -T'],
    cite: 'https://nginx.org/en/docs/http/server_names.html',
  },
  'server-names-hash': {
    meaning: 'The table of server names does not fit its settings, so nginx does not start.',
    causes: ['A long name or many names'],
    checks: ['server_names_hash_bucket_size, the next power of two'],
    cite: 'https://nginx.org/en/docs/http/server_names.html#optimization',
  },
  'unknown-directive': {
    meaning: 'The configuration has a directive that nginx does not know, so it is not loaded.',
    causes: ['A misspelt directive', 'A module that is not built in or loaded'],
    checks: ['Spelling', 'load_module and nginx -V'],
    cite: 'https://nginx.org/en/docs/ngx_core_module.html#load_module',
  },
};
