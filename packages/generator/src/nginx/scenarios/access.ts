import type {Subject} from '../site/scenario.ts';

const basic = (text: string) => `Authorization: Basic ${Buffer.from(text).toString('base64')}`;

export const access: Subject = {
  name: 'access',
  http: `limit_req_zone $binary_remote_addr zone=logins:64k rate=1r/m;
    limit_req_zone $server_name zone=burst:64k rate=10r/s;
    limit_req_zone $arg_key zone=keys:64k rate=10r/m;
    limit_conn_zone $server_name zone=downloads:64k;`,
  files: {users: 'ann:{PLAIN}secret\nbob:{SSHA}broken\ncarla:{MD5}x\n'},
  scenarios: [
    {
      name: 'requests',
      server: `location /login/ { limit_req zone=logins; proxy_pass http://{{peer ok}}; }
        location /burst/ { limit_req zone=burst burst=2; proxy_pass http://{{peer ok}}; }
        location /dry/ { limit_req zone=logins; limit_req_dry_run on; proxy_pass http://{{peer ok}}; }`,
      run: async site => {
        const from = site.values.client(true);
        for (let n = 0; n < 4; n++) await site.request('POST /login/<word>', {from, body: 'u=1'});
        await site.request('GET /dry/<path>', {from});
        await Promise.all(Array.from({length: 5}, () => site.request('GET /burst/<path>')));
      },
      writes: ['limiting requests, excess: 1.000 by zone "logins"', 'delaying request', 'limiting requests, dry run'],
    },
    {
      name: 'connections',
      server: `location /download/ { limit_conn downloads 1; proxy_pass http://{{peer silent}}; proxy_read_timeout 150ms; }`,
      run: site => Promise.all(Array.from({length: 4}, () => site.request('GET /download/<path>'))),
      writes: ['limiting connections by zone "downloads"'],
    },
    {
      name: 'long-key',
      server: 'location /keys/ { limit_conn keys-of 1; proxy_pass http://{{peer ok}}; }',
      http: 'limit_conn_zone $arg_key zone=keys-of:64k;',
      run: site => site.request(`GET /keys/?key=${'k'.repeat(256)}`),
      writes: ['key is more than 255 bytes: "kkk'],
    },
    {
      name: 'body-size',
      server: 'location /upload/ { client_max_body_size 1k; proxy_pass http://{{peer ok}}; }',
      run: async site => {
        await site.request('PUT /upload/<path>', {body: 'b'.repeat(site.values.prng.int(1025, 3000))});
        const chunk = `${(2000).toString(16)}\r\n${'c'.repeat(2000)}\r\n0\r\n\r\n`;
        await site.send(`PUT /upload/c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`);
      },
      writes: ['client intended to send too large body: ', 'client intended to send too large chunked body: '],
    },
    {
      name: 'passwords',
      server: `location /admin/ { auth_basic "admin"; auth_basic_user_file {{folder}}/users; }
        location /no-users/ { auth_basic "admin"; auth_basic_user_file {{folder}}/missing; }`,
      requests: [
        'GET /admin/<path>',
        `GET /admin/<path>\n${basic('ann:wrong')}`,
        `GET /admin/<path>\n${basic('mallory:x')}`,
        `GET /admin/<path>\n${basic('bob:x')}`,
        'GET /admin/<word>\nAuthorization: Bearer abc',
        `GET /no-users/<path>\n${basic('ann:secret')}`,
      ],
      writes: [
        'no user/password was provided for basic authentication',
        'user "ann": password mismatch',
        'user "mallory" was not found in "',
        'open() "',
      ],
    },
    {
      name: 'rules',
      server: `location /internal-only/ { deny all; }
        location /either/ { satisfy any; deny all; auth_basic "x"; auth_basic_user_file {{folder}}/users; }
        location /late/ { deny all; auth_delay 60ms; }`,
      requests: ['GET /internal-only/<path>', 'GET /either/<path>', `GET /either/<word>\n${basic('ann:no')}`],
      writes: ['access forbidden by rule', 'user "ann": password mismatch'],
    },
    {
      name: 'auth-request',
      server: `location /guarded/ { auth_request /auth; }
        location = /auth { internal; proxy_pass http://$http_x_auth; }
        location /guarded-teapot/ { auth_request /auth-teapot; }
        location = /auth-teapot { internal; proxy_pass http://{{peer teapot}}; }
        location /guarded-refused/ { auth_request /auth-refused; }
        location = /auth-refused { internal; proxy_pass http://{{closed}}; }`,
      requests: ['GET /guarded-teapot/<path>', 'GET /guarded-refused/<path>', 'GET /guarded/<path>'],
      writes: ['auth request unexpected status: 418', 'subrequest: "/auth-refused"'],
    },
    {
      name: 'delayed',
      server: 'location /delayed/ { auth_delay 50ms; auth_basic "x"; auth_basic_user_file {{folder}}/users; }',
      requests: ['GET /delayed/<path>'],
      writes: ['delaying unauthorized request'],
    },
    {
      name: 'status-page',
      server: 'location = /status { allow 10.0.0.0/8; deny all; stub_status; }',
      requests: ['GET /status', 'GET /status'],
      writes: ['access forbidden by rule'],
    },
  ],
};
