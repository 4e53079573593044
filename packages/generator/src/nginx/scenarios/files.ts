import type {Subject} from '../site/scenario.ts';
import {modules} from './modules.ts';

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
      server: `location /old/ { rewrite_log on; rewrite ^/old/users/(.*)$ /users/$1 break; rewrite ^/old/(.*)$ /new/$1; if ($arg_debug) { return 204; } set $x $undefined_before; rewrite ^/new/z /y redirect; }
        location /moved/ { rewrite_log on; rewrite ^/moved/(.*)$ https://www.example/$1? permanent; }
        location /void/ { rewrite ^ $arg_to; }`,
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
    ...modules,
  ],
};
