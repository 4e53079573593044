import {join} from 'node:path';
import type {Scenario} from '../site/scenario.ts';
import {lock} from '../site/site.ts';

const dav = (first: string, ...headers: readonly string[]) => [`${first} /dav/<path>`, ...headers].join('\n');

export const modules: readonly Scenario[] = [
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
  {name: 'mp4', server: 'location /bad.mp4 { mp4; }', requests: ['GET /bad.mp4?start=1'], writes: ['mp4 ']},
];
