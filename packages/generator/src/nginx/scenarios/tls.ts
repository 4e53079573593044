import {join} from 'node:path';
import {distrust, garble} from '../site/client.ts';
import type {Subject} from '../site/scenario.ts';

export const tls: Subject = {
  name: 'TLS',
  http: `proxy_ssl_name $arg_name; proxy_ssl_server_name on; proxy_ssl_session_reuse off; proxy_read_timeout 200ms; client_header_timeout 250ms;
    server { listen 127.0.0.1:{{port tls}} ssl; server_name secure.example; ssl_certificate tls/server.pem; ssl_certificate_key tls/server.key;
      ssl_protocols TLSv1.2 TLSv1.3; }
    server { listen 127.0.0.1:{{port mutual}} ssl; server_name mutual.example; ssl_certificate tls/server.pem; ssl_certificate_key tls/server.key;
      ssl_client_certificate tls/server.pem; ssl_verify_client on; }
    server { listen 127.0.0.1:{{port mutual}} ssl; server_name other.example; ssl_certificate tls/server.pem; ssl_certificate_key tls/server.key; 
      ssl_client_certificate tls/server.pem; ssl_verify_client on; }
    server { listen 127.0.0.1:{{port modern}} ssl; server_name modern.example; ssl_certificate tls/server.pem; ssl_certificate_key tls/server.key;
      ssl_protocols TLSv1.3; }
    server { listen 127.0.0.1:{{port strict}} ssl; server_name strict.example; ssl_reject_handshake on; }
    server { listen 127.0.0.1:{{port variable}} ssl; server_name variable.example; ssl_certificate tls/$ssl_server_name.pem; ssl_certificate_key tls/$ssl_server_name.key; }`,
  scenarios: [
    {
      name: 'clients',
      run: async site => {
        const [port, short] = [site.port('tls'), {leaveAfter: 150}];
        await site.send('GET /plain HTTP/1.1\r\nHost: secure.example\r\n\r\n', {port, ...short});
        await site.send('\u0016\u0003\u0001', {port, leaveAfter: 40});
        await site.send('SSH-2.0-OpenSSH_9.2\r\n', {port, ...short});
        await site.send('', {port, leaveAfter: 30});
        await site.send('', {port, leaveAfter: 400});
        await site.send('\u0016\u0003\u0001', {port, leaveAfter: 40, reset: true});
        await site.send('x', {port: site.port('modern'), tls: {maxVersion: 'TLSv1.2'}});
        await site.send('x', {port, tls: {ciphers: 'AES128-SHA', maxVersion: 'TLSv1.2'}});
        await site.send('x', {port: site.port('strict'), tls: {servername: 'nobody.example'}});
        await site.send('x', {port: site.port('variable'), tls: {servername: site.values.host()}});
        await site.send('GET / HTTP/1.0\r\n\r\n', {port, tls: {rejectUnauthorized: true}});
        await site.send('nonsense\r\n\r\n', {port, tls: {servername: site.values.host()}});
      },
      writes: [
        'client sent plain HTTP request to HTTPS port while reading client request headers',
        'peer closed connection in SSL handshake',
        'while SSL handshaking',
        'SSL_do_handshake() failed (SSL: error:',
        'cannot load certificate "',
      ],
    },
    {
      name: 'alerts',
      run: async site => {
        await distrust(site.port('tls'), join(site.nginx.folder, 'tls/stranger.pem'));
        await garble(site.port('tls'));
      },
      writes: ['alert unknown ca:SSL alert number 48) while SSL handshaking', 'decryption failed or bad record mac'],
    },
    {
      name: 'client-certificates',
      run: async site => {
        const {stranger} = site.certificates;
        const get = 'GET / HTTP/1.1\r\nHost: mutual.example\r\nConnection: close\r\n\r\n';
        const options = {port: site.port('mutual'), leaveAfter: 400};
        await site.send(get, {...options, tls: {...stranger, servername: 'mutual.example'}});
        await site.send(get, {...options, tls: {servername: 'mutual.example'}});
        const {server} = site.certificates;
        await site.send(get.replace('mutual', 'other'), {...options, tls: {...server, servername: 'mutual.example'}});
      },
      writes: [
        'client SSL certificate verify error: (18:self-signed certificate) while reading client request headers',
        'client sent no required SSL certificate',
        'client attempted to request the server name different from the one that was negotiated',
      ],
    },
    {
      name: 'upstreams',
      server: `location /verify/ { proxy_pass https://{{peer tls}}; proxy_ssl_verify on; proxy_ssl_trusted_certificate tls/stranger.pem; }
        location /name/ { proxy_pass https://{{peer tls}}; proxy_ssl_verify on; proxy_ssl_trusted_certificate tls/server.pem; }
        location /plain/ { proxy_pass https://{{peer ok}}; }
        location /closes/ { proxy_pass https://{{peer gives-up}}; }
        location /ends/ { proxy_pass https://{{peer closes}}; }
        location /stalls/ { proxy_pass https://{{peer silent}}; proxy_connect_timeout 120ms; }
        location /resets/ { proxy_pass https://{{peer resets}}; }
        location /reversed/ { proxy_pass http://{{peer tls}}; }
        location /old/ { proxy_pass https://{{peer tls}}; proxy_ssl_protocols TLSv1; }`,
      requests: [
        'GET /verify/<path>?name=edge.test',
        'GET /name/<path>?name=<word>.example',
        'GET /plain/<path>',
        'GET /closes/<path>',
        'GET /ends/<path>',
        'GET /stalls/<path>',
        'GET /resets/<path>',
        'GET /reversed/<path>',
        'GET /old/<path>',
      ],
      writes: [
        'upstream SSL certificate verify error: (18:self-signed certificate) while SSL handshaking to upstream',
        'upstream SSL certificate does not match "',
        'peer closed connection in SSL handshake while SSL handshaking to upstream',
        'upstream timed out (110: Connection timed out) while SSL handshaking to upstream',
      ],
    },
  ],
};
