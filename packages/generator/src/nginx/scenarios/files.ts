import {join} from 'node:path';
import {lock} from '../site/break-files.ts';
import type {Subject} from '../site/scenario.ts';

const dav = (first: string, ...headers: readonly string[]) => [`${first} /dav/<path>`, ...headers].join('\n');

/** Static files, rewrites, redirects, includes and WebDAV. */
export const files: Subject = {
  name: 'files',
  http: 'types { text/html html; }',
  files: {
    'www/ssi.html': '<!--# include virtual="/missing-part" --><!--# nonsense --><!--# include -->\n',
    'www/expression.html': '<!--# if expr="$a = /(/" -->x<!--# endif --><!--# include virtual="/a" stub="none" -->\n',
    'www/bad.mp4': 'this is no MP4 file, which needs an atom',
  },
  scenarios: [
    {
      name: 'missing',
      requests: ['GET /<path>', 'GET /favicon.ico', 'GET /.well-known/<word>', 'GET /page.html/<word>'],
      writes: ['open() "', '(2: No such file or directory)', '(20: Not a directory)'],
    },
    {
      name: 'forbidden',
      server:
        'location /loop { disable_symlinks on; } location /empty/ { } location /list/ { alias {{folder}}/gone/; autoindex on; }',
      requests: ['GET /empty/', 'GET /private/secret.html', 'GET /loop', 'GET /private/', 'GET /list/', 'GET /'],
      writes: [
        'directory index of "',
        'is forbidden',
        '(13: Permission denied)',
        '(40: Too many levels of symbolic links)',
      ],
    },
    {
      name: 'names',
      requests: [`GET /${'n'.repeat(256)}`, 'POST /page.html', 'GET /%2e%2e/%2e%2e/etc/passwd', 'GET /../<word>'],
      writes: ['(36: File name too long)'],
    },
    {
      name: 'cycles',
      server: `location /again/ { rewrite ^/again/(.*)$ /again/x$1 last; }
        location /internal/ { error_page 404 /internal/gone; }
        location /try/ { try_files $uri /try/$uri; }
        location @here { try_files $uri @here; } location /named/ { try_files $uri @here; }`,
      requests: ['GET /again/<path>', 'GET /try/<path>', 'GET /named/<word>'],
      writes: [
        'rewrite or internal redirection cycle while processing "',
        'rewrite or internal redirection cycle while internally redirecting to "',
        'rewrite or internal redirection cycle while redirect to named location "@here"',
      ],
    },
    {
      name: 'rewrites',
      server:
        `location /old/ { rewrite_log on; rewrite ^/old/users/(.*)$ /users/$1 break; rewrite ^/old/(.*)$ /new/$1; if ($arg_debug) { return 204; } set $x $undefined_before; rewrite ^/new/z /y redirect; }
        location /moved/ { rewrite_log on; rewrite ^/moved/(.*)$ https://www.example/$1? permanent; }
        location /void/ { rewrite ^ $arg_to; }
        set $undefined_before $undefined_before;`.replace(/\n\s+set \$undefined_before.*/, ''),
      http: 'map $arg_v $undefined_before { default x; }',
      requests: [
        'GET /old/<path>',
        'GET /old/users/<n>',
        'GET /moved/<path>',
        'GET /old/<word>?debug=1',
        'GET /void/<word>',
      ],
      writes: [
        '" matches "/old/',
        '" does not match "/',
        'rewritten data: "',
        'rewritten redirect: "',
        'the rewritten URI has a zero length',
      ],
    },
    {
      name: 'named',
      server:
        'location /fallback/ { error_page 404 = @nobody; } location /unset/ { if ($arg_a) { set $lang de; } return 200 "$lang"; }',
      requests: ['GET /fallback/<path>', 'GET /unset/<word>'],
      writes: ['could not find named location "@nobody"', 'using uninitialized "lang" variable'],
    },
    {
      name: 'includes',
      server: `location ~ (ssi|expression)\\.html$ { ssi on; ssi_types *; }
        location /missing-part { return 404; }
        location /around/ { addition_types *; add_before_body /gone-head; alias {{folder}}/www/; }
        location /self/ { ssi on; ssi_types *; add_after_body /self/page.html; alias {{folder}}/www/; }`,
      requests: ['GET /ssi.html', 'GET /expression.html', 'GET /around/page.html', 'GET /self/page.html'],
      writes: ['invalid SSI command: "nonsense"', 'no parameter in "include" SSI command', 'subrequest: "'],
    },
    {
      name: 'dav',
      server: `location /dav/ { dav_methods PUT DELETE MKCOL COPY MOVE; alias {{folder}}/www/; }
        location /mirrored/ { mirror /mirror; proxy_pass http://{{peer ok}}; }
        location = /mirror { internal; proxy_pass http://{{closed}}; }`,
      run: async site => {
        for (const text of [
          dav('DELETE'),
          dav('MKCOL'),
          'PUT /dav/empty/',
          dav('COPY'),
          dav('COPY', 'Destination: nowhere'),
          dav('MOVE', 'Destination: /elsewhere/<word>'),
          dav('MOVE', 'Destination: /dav/x', 'Overwrite: maybe'),
          dav('COPY', 'Destination: /dav/x', 'Depth: 7'),
          'GET /mirrored/<path>',
        ])
          await site.request(text);
        await site.request('PUT /dav/no-folder/<word>.txt', {body: 'text'});
      },
      writes: [
        'lstat() "',
        'MKCOL can create a collection only',
        'cannot PUT to a collection',
        'client sent no "Destination" header',
        'client sent invalid "Destination" header: "nowhere"',
        'subrequest: "/mirror"',
      ],
    },
    {
      name: 'values',
      http: `map $arg_a $turning { default $turned; } map $arg_b $turned { default $turning; }`,
      server: `location /turning/ { return 200 "$turning"; }
        location /rate/ { set $limit_rate $arg_rate; return 200 a; }
        location /visit/ { userid on; return 200 a; }
        location /random/ { random_index on; }
        location /listing/ { autoindex on; alias {{folder}}/www/locked/; }`,
      run: async site => {
        for (const text of [
          'GET /turning/<path>',
          'GET /rate/<word>?rate=fast',
          'GET /visit/<path>\nCookie: uid=<word>',
          'GET /visit/<path>\nCookie: uid=!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!',
        ])
          await site.request(text);
        const unlock = await lock(join(site.nginx.folder, 'www/locked'));
        await site.request('GET /listing/').finally(unlock);
      },
      writes: [
        'cycle while evaluating variable "turn',
        'invalid $limit_rate "fast"',
        'client sent too short userid cookie',
        '/www/locked/',
      ],
    },
    {
      name: 'access-logs',
      server: `location /full/ { access_log /dev/full; return 200 a; }
        location /syslog/ { access_log syslog:server=127.0.0.1:1; return 200 a; }
        location /per-host/ { access_log {{folder}}/no-folder/$host.log; return 200 a; }`,
      requests: ['GET /full/<path>', 'GET /per-host/<path>', ...Array.from({length: 6}, () => 'GET /syslog/<path>')],
      writes: [
        'write() to "/dev/full" failed (28: No space left on device) while logging request',
        'send() to syslog failed while logging request',
        '/no-folder/',
      ],
    },
    {
      name: 'mp4',
      server: 'location /bad.mp4 { mp4; }',
      requests: ['GET /bad.mp4?start=1'],
      writes: ['mp4 '],
    },
  ],
};
