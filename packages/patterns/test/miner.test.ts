import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {codePoint} from '../../../apps/server/test/code-point.ts';
import {createMiner, type Miner, mergeMiners, parseLine, restoreMiner} from '../src/index.ts';
import {labelledLines} from './labelled/labelled-lines.ts';
import {OPENSSH} from './labelled/other-programs.ts';
import {SEEN} from './labelled/seen/index.ts';
import {UNSEEN} from './labelled/unseen/index.ts';

const TIMED_OUT =
  '2026/11/20 12:00:03 [error] 31#31: *1873 upstream timed out (110: Connection timed out) while reading response header from upstream, client: 10.0.7.9, server: api.example.com, request: "GET /v1/items/7 HTTP/1.1", upstream: "http://10.1.0.4:8080/v1/items/7", host: "api.example.com"';

const mine = (lines: readonly string[], options = {}): Miner => {
  const miner = createMiner(options);
  for (const line of lines) miner.add(line);
  return miner;
};
const total = (miner: Miner): number => miner.patterns().reduce((sum, {count}) => sum + count, 0);
/** Patterns as text. Texts are compared faster than objects. */
const textOf = (miner: Miner): string => JSON.stringify(miner.patterns());
const summary = (miner: Miner) =>
  miner.patterns().map(({id, template, count, known}) => ({id, template, count, known}));

/** Hostile text: control bytes, lone surrogates, `<*>`, unclosed brackets and quotes. */
const anyText = fc.oneof(
  fc.string({unit: codePoint}),
  fc.string({unit: fc.constantFrom(...'"\'`()[]{}<*>=:,.;/\\ \n\t\r0a\ud800\udc00é-%@#')}),
  fc
    .array(
      fc.constantFrom(
        '[lua] ',
        'a.lua:3:',
        ' failed: ',
        '(110: x',
        '"',
        '[::1]:3',
        '{"a',
        ', client: ',
        'GET / HTTP/1.1',
        ' while ',
        '0x',
        '<*>',
        '/a b/c',
      ),
      {maxLength: 20},
    )
    .map(parts => parts.join('')),
);
const anyLine = fc.oneof(
  anyText,
  fc.constantFrom(...labelledLines([...SEEN, ...UNSEEN], {perKind: 3}).map(({line}) => line)),
);

describe('a miner', () => {
  it('a miner finds the template, dictionary entry, errno texts, levels and times of nginx lines', () => {
    const miner = createMiner();
    const id = miner.add(TIMED_OUT, {time: 20, id: 7});
    miner.add(TIMED_OUT.replace('110: Connection timed out', '60: Operation timed out'), {
      time: 10,
      count: 4,
      level: 'crit',
    });
    expect(miner.pattern(id)).toEqual({
      id,
      template: 'upstream timed out (<*>) while reading response header from upstream',
      known: {id: 'upstream-timed-out', group: 'proxy'},
      count: 5,
      lines: 2,
      first: 10,
      last: 20,
      levels: {error: 1, crit: 4},
      values: [
        {
          name: 'errno',
          top: [
            {value: '60: Operation timed out', count: 4, error: 0},
            {value: '110: Connection timed out', count: 1, error: 0},
          ],
          total: 5,
        },
      ],
      variants: [
        {value: '60: Operation timed out', count: 4, error: 0},
        {value: '110: Connection timed out', count: 1, error: 0},
      ],
      sample: {line: TIMED_OUT, id: 7},
    });
  });

  it('a miner gives a template the same id with and without the dictionary', () => {
    expect(createMiner({dictionary: false}).add(TIMED_OUT)).toBe(createMiner().add(TIMED_OUT));
  });

  it('a miner lists the Lua call sites of a pattern as its variants', () => {
    const miner = mine(['[lua] auth.lua:88: verify(): no token', '[lua] jwt/auth.lua:90: verify(): no token']);
    expect(miner.patterns()).toMatchObject([
      {template: '[lua] <*>: verify(): no token', variants: [{value: 'auth.lua:88'}, {value: 'jwt/auth.lua:90'}]},
    ]);
  });

  it('the variants of a pattern are configured names such as zones, rather than errno texts or call sites', () => {
    const miner = mine([
      'limiting requests, excess: 20.9 by zone "otp"',
      'limiting requests, excess: 1.4 by zone "perip"',
      'limiting requests, excess: 7.1 by zone "perip"',
      'cannot load certificate "/etc/ssl/a.pem": BIO_new_file() failed (SSL: error:80000002:no such file)',
      '[lua] cache.lua:7: set(): shared dict "sessions" is full',
    ]);
    expect(miner.patterns().map(({variants}) => variants.map(({value, count}) => [value, count]))).toEqual([
      [
        ['perip', 2],
        ['otp', 1],
      ],
      ...[[['/etc/ssl/a.pem', 1]], [['sessions', 1]]],
    ]);
  });

  it.each([
    [
      'one value for a statement of SQL',
      '[lua] <*>: slow query took <*>s: <*>',
      [
        "[lua] a.lua:1: slow query took 1.2s: SELECT a.id FROM a JOIN b ON a.id = b.id WHERE b.name = 'x' LIMIT 58",
        "[lua] a.lua:1: slow query took 0.3s: UPDATE users SET name='x' WHERE id=4",
        '[lua] a.lua:1: slow query took 0.3s: DELETE FROM users WHERE id=4',
      ],
    ],
    [
      'the rest of the message behind SQL',
      'query <*>, rows: <*>',
      ['query SELECT id FROM a WHERE x=1, rows: 12', 'query INSERT INTO a VALUES (1, 2), rows: 3'],
    ],
    [
      'one value for a pointer, with or without letters',
      'attempt to send data on a closed socket: u:<*>, c:<*>, ft:<*> eof:<*>',
      [
        'attempt to send data on a closed socket: u:00003471241F3687, c:00003C155DE326F3, ft:8 eof:1',
        'attempt to send data on a closed socket: u:0000625326449158, c:0000B6516026BC20, ft:7 eof:0',
      ],
    ],
    [
      'a path with spaces and parentheses',
      'upload of <*> to bucket media failed: <*>',
      [
        'upload of /data/a.txt to bucket media failed: denied',
        'upload of /data/New Folder (9)/a-7335.txt to bucket media failed: denied',
      ],
    ],
    [
      'the sentence of JSON',
      '[lua] <*>: <*>login of <*> failed<*>',
      [
        '[lua] m.lua:9: {"level":"error","msg":"login of 7 failed","user":"x"}',
        '[lua] m.lua:9: {"msg": "login of 12 failed","level":"error"}',
      ],
    ],
    [
      'one value for other JSON',
      '[lua] <*>: event(): <*>',
      ['[lua] m.lua:9: event(): {"msg":"login"}', '[lua] m.lua:9: event(): {"a":1}'],
    ],
    [
      'one value for an error of a socket of Lua code, in any phase',
      '[lua] <*>: redis: <*>',
      [
        '[lua] m.lua:9: redis: timeout',
        '[lua] m.lua:9: redis: connection refused',
        '[lua] m.lua:9: redis: redis.internal could not be resolved (3: Host not found)',
        '[lua] m.lua:9: redis: no resolver defined to resolve "redis.internal"',
      ],
    ],
    [
      'the message behind a level, and a word in brackets before it',
      '[lua] <*>: [<*>] ERROR: config key <*> is deprecated',
      [
        '[lua] m.lua:9: [users] ERROR: config key 7 is deprecated',
        '[lua] m.lua:9: [carts] ERROR: config key 8 is deprecated',
      ],
    ],
  ])('a miner finds %s', (_, template, lines) => {
    expect(summary(mine(lines.map(line => `2026/11/20 12:00:03 [error] 31#31: *1 ${line}`)))).toMatchObject([
      {template, count: lines.length},
    ]);
  });

  it('a miner groups JSON messages by the sentence in the JSON', () => {
    const miner = mine([
      '[lua] m.lua:9: {"msg":"login failed"}',
      '[lua] m.lua:9: {"msg":"cache is stale"}',
      '[lua] m.lua:9: {"msg":"a \\"b\\" c"}',
      '[lua] m.lua:9: {"msg":"it failed: at \'once"}',
      '[lua] m.lua:9: {"event":"db_down"}',
    ]);
    expect(new Set(miner.patterns().map(pattern => pattern.template))).toEqual(
      new Set([
        '[lua] <*>: <*>login failed<*>',
        '[lua] <*>: <*>cache is stale<*>',
        '[lua] <*>: <*>a \\"b\\" c<*>',
        '[lua] <*>: <*>it failed: <*><*>',
        '[lua] <*>: <*>',
      ]),
    );
  });

  it('a miner groups JSON after a function name by its message, whether or not a phase follows', () => {
    const miner = mine([
      '[lua] m.lua:9: audit(): {"msg":"login failed","user":7}',
      '[lua] m.lua:12: audit(): {"user":9,"msg":"login failed"} while logging request, client: 10.0.0.7',
      '[lua] m.lua:9: audit(): {"msg":"cache is stale"}',
      '[lua] m.lua:9: audit(): [{"code":7,"msg":"rule matched"}]',
    ]);
    expect(miner.patterns().map(({template}) => template)).toEqual(
      expect.arrayContaining([
        '[lua] <*>: audit(): <*>login failed<*>',
        '[lua] <*>: audit(): <*>login failed<*> while logging request',
        '[lua] <*>: audit(): <*>cache is stale<*>',
        '[lua] <*>: audit(): <*>rule matched<*>',
      ]),
    );
  });

  it.each([
    "'for' limit must be a number",
    "invalid value (table) at index 1 in table for 'concat'",
    "malformed pattern (missing ']')",
    "invalid option '%y' to 'format'",
  ])('a miner keeps the quoted names of the Lua error "%s"', error => {
    const [pattern] = mine([`lua entry thread aborted: runtime error: a.lua:1: ${error}`]).patterns();
    expect(pattern?.template).toContain(/'(?:for|concat|\]|format)'/.exec(error)?.[0]);
  });

  it('a miner makes a pattern for each of 150 errors of Lua code', () => {
    const word = (at: number): string =>
      `${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10) % 10]}${'uvwxyz'[Math.floor(at / 100)]}`;
    const texts = Array.from(
      {length: 150},
      (_, at) => `${word(at)} of ${word(at * 7)} ${at % 2 === 0 ? 'broke' : 'was lost again'}`,
    );
    for (const prefix of ['lua entry thread aborted: runtime error:', 'failed to run log_by_lua*:']) {
      const miner = mine(
        texts.map((text, at) => `[error] 1#1: *1 ${prefix} /srv/a.lua:${at}: ${text}\nstack traceback:`),
      );
      expect(miner.patterns()).toHaveLength(150);
    }
    // Texts of different lengths, so that only the function before them can join them.
    const logged = Array.from({length: 20}, (_, at) =>
      Array.from({length: at + 3}, (_, index) => word(at * 20 + index)).join(' '),
    );
    expect(mine(logged.map(text => `[error] 1#1: *1 [lua] a.lua:7: report(): ${text}`)).patterns()).toHaveLength(20);
  });

  it('a miner makes a pattern for each phase of Lua code and each frame of HTTP/2', () => {
    const phases = ['log', 'header_filter', 'body_filter', 'set', 'balancer', 'rewrite'];
    const frames = ['SETTINGS', 'PING', 'HEADERS', 'GOAWAY', 'DATA', 'PRIORITY', 'RST_STREAM', 'CONTINUATION'];
    expect(mine(phases.map(phase => `failed to run ${phase}_by_lua*: /a.lua:3: no peer left`)).patterns()).toHaveLength(
      6,
    );
    expect(mine(frames.map(frame => `client sent ${frame} frame with wrong flags`)).patterns()).toHaveLength(8);
  });

  it('a miner keeps the quoted names of nginx formats, and the `...` of a text that nginx cut', () => {
    const lines = [
      'client sent invalid "Content-Length" header while reading client request headers',
      'upstream sent more data than specified in "Content-Length" header while reading upstream',
      'client sent invalid header line: "a b: c" while reading client request headers',
      'client sent invalid header line: "a\\x0d..." while reading client request headers',
      'client sent too long header line: "Cookie: a..." while reading client request headers',
      'no "ssl_certificate" is defined for the "ssl" directive in /etc/nginx.conf:7',
      'unknown directive "ssl_certificate" in /etc/nginx.conf:7',
    ];
    const miner = mine(lines.map(line => `[info] 1#1: ${line}`));
    expect(new Set(miner.patterns().map(({template}) => template.replace(/ while .*/, '')))).toEqual(
      new Set([
        'client sent invalid "Content-Length" header',
        'upstream sent more data than specified in "Content-Length" header',
        'client sent invalid header line: "<*>"',
        'client sent invalid header line: "<*>\\x<*>..."',
        'client sent too long header line: "<*>..."',
        'no "ssl_certificate" is defined for the "ssl" directive in <*>',
        'unknown directive "<*>" in <*>',
      ]),
    );
  });

  it('a miner finds a pattern by its former ids after its template became more general', () => {
    const miner = createMiner();
    const users = ['alice', 'bob', 'carol', 'dave'];
    const ids = users.map(user => miner.add(`session closed for user ${user}`));
    expect(new Set(ids).size).toBeGreaterThan(1);
    for (const id of ids) expect(miner.pattern(id)).toMatchObject({template: 'session closed for user <*>', count: 4});
    expect(miner.patterns()[0]?.values[0]?.top.map(({value}) => value)).toEqual(users);
    expect(miner.match('session closed for user zoe')).toBe(miner.patterns()[0]?.id);
  });

  it('a miner finds a merged pattern by the ids of the patterns that were merged', () => {
    const miner = createMiner();
    const words = ['idle', 'busy', 'lost', 'gone', 'new', 'old', 'dead', 'live'];
    const ids = words.map(word => miner.add(`state of the nightly job is now ${word}`));
    expect(new Set(ids).size).toBe(8);
    for (const id of ids) expect(miner.pattern(id)?.count).toBe(8);
    expect(restoreMiner(miner.toJSON()).pattern(ids[3] ?? '')?.template).toBe('state of the nightly job is now <*>');
  });

  it('a miner makes separate patterns for sentences of equal length that differ in one letter', () => {
    const lines = ['a shard of the cache was lost in the night', 'a shard of the cache was lost in the light'];
    const miner = mine([...lines, ...lines, ...lines]);
    expect(miner.patterns().map(({template, count}) => [template, count])).toEqual(
      expect.arrayContaining(lines.map(line => [line, 3])),
    );
  });

  it('a miner makes separate patterns for nginx messages that differ in one word', () => {
    const miner = mine(
      ['method', 'version', 'request'].map(word => `client sent invalid ${word} while reading client request line`),
    );
    expect(miner.patterns()).toHaveLength(3);
  });

  it('a miner makes one pattern for messages that differ in paths, with or without spaces', () => {
    const miner = mine(
      ['/a/b/0001', '/a b/c/0001', '/a/my own files/c/1'].map(path => `cannot keep temporary file ${path}`),
    );
    expect(miner.patterns()).toMatchObject([{template: 'cannot keep temporary file <*>', count: 3}]);
  });

  it('a miner drops patterns beyond maxPatterns, and counts the dropped patterns and their lines', () => {
    const words = Array.from({length: 300}, (_, at) => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26)));
    const miner = mine(
      words.map(word => `${word}() never ${word}() ended ${word}() well`),
      {maxPatterns: 20},
    );
    expect(miner.patterns().length).toBeLessThanOrEqual(20);
    expect(total(miner) + miner.evicted.count).toBe(300);
    expect(miner.evicted.patterns).toBeGreaterThan(200);
  });

  it('a miner makes one pattern for 3,000 lines that differ in two words', () => {
    const word = (value: number): string =>
      value.toString(26).replaceAll(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '');
    const miner = mine(
      Array.from({length: 3_000}, (_, at) => `a line that has ${word(at * 977)} and ${word(at)} in it`),
    );
    expect(miner.patterns()).toMatchObject([{template: 'a line that has <*> and <*> in it', count: 3_000}]);
  });

  it('a miner ignores what follows the first 3,000 UTF-16 units or 100 tokens of a message', () => {
    const long = 'word-'.repeat(600);
    expect(createMiner().add(`${long}a`)).toBe(createMiner().add(`${long}b c`));
    const words = 'of all '.repeat(50);
    expect(createMiner().add(`${words}a b`)).toBe(createMiner().add(`${words}c d e`));
  });

  it('a miner accepts any text, counts every line, and matches every added line to a pattern', () => {
    fc.assert(
      fc.property(fc.array(anyLine, {maxLength: 40}), lines => {
        const miner = createMiner();
        expect(lines.filter(line => miner.pattern(miner.add(line)) === undefined)).toEqual([]);
        expect(total(miner)).toBe(lines.length);
        expect(lines.filter(line => miner.pattern(miner.match(line) ?? '') === undefined)).toEqual([]);
        const patterns = miner.patterns();
        expect(patterns.filter(({id}) => miner.pattern(id)?.id !== id)).toEqual([]);
        expect(patterns.filter(({values, template}) => values.length !== template.split('<*>').length - 1)).toEqual([]);
      }),
      {numRuns: 400},
    );
  });

  it('a miner adds a line of one megabyte of any repeated text within the timeout of the test', () => {
    for (const part of [
      '"',
      "'",
      '(1: ',
      '{',
      '[',
      ', client: ',
      'a ',
      '/',
      ':',
      '<*>',
      '0',
      'a.lua:1:',
      '\n',
      'GET ',
      '\ud800',
      '(a ',
    ])
      for (const prefix of ['', '[lua] a.lua:1: f(): ', '[error] 1#1: *1 '])
        expect(createMiner().add(prefix + part.repeat(2 ** 20 / part.length))).toHaveLength(11);
  });
});

describe('a saved miner', () => {
  it('a restored miner has the patterns and ids of the saved one, and accepts further lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine, {maxLength: 30}), lines => {
        const miner = createMiner();
        const ids = lines.map(line => miner.add(line));
        const restored = restoreMiner(JSON.parse(JSON.stringify(miner)));
        expect(restored.patterns()).toEqual(JSON.parse(JSON.stringify(miner.patterns())));
        for (const id of ids) expect(restored.pattern(id)).toBeDefined();
        for (const line of lines) restored.add(line);
        expect(restored.count).toBe(2 * lines.length);
      }),
    );
  });

  it('restoreMiner throws an error for a miner that another version saved', () => {
    expect(() => restoreMiner({...createMiner().toJSON(), version: 2 as 1})).toThrow(/version 2/);
  });
});

describe('mergeMiners', () => {
  it('mergeMiners adds counts, leaves both miners unchanged, and gives the same patterns in either order', () => {
    fc.assert(
      fc.property(fc.array(anyLine, {maxLength: 25}), fc.array(anyLine, {maxLength: 25}), (left, right) => {
        const [a, b] = [mine(left), mine(right)];
        const before = textOf(a) + textOf(b);
        const merged = mergeMiners(a, b);
        expect(total(merged)).toBe(left.length + right.length);
        expect(merged.lines).toBe(left.length + right.length);
        expect(merged.patterns()).toEqual(mergeMiners(b, a).patterns());
        expect(textOf(a) + textOf(b)).toBe(before);
      }),
      {numRuns: 200},
    );
  });

  it('mergeMiners gives the same patterns in either order for miners of different lines', () => {
    const lines = labelledLines(OPENSSH, {bare: true, perKind: 30}).map(({line}) => line);
    for (const cut of [50, 100, 150, 200]) {
      const [a, b] = [mine(lines.slice(0, cut)), mine(lines.slice(cut))];
      expect(mergeMiners(a, b).patterns()).toEqual(mergeMiners(b, a).patterns());
    }
  });

  it('mergeMiners of two miners with half of the lines each gives the patterns of all lines', () => {
    const lines = labelledLines([...SEEN, ...UNSEEN], {perKind: 20}).map(({line}) => line);
    const merged = mergeMiners(mine(lines.slice(0, lines.length / 2)), mine(lines.slice(lines.length / 2)));
    expect(summary(merged)).toEqual(summary(mine(lines)));
  });

  it('mergeMiners gives a miner that finds patterns by the ids of both miners', () => {
    const [a, b] = [createMiner(), createMiner()];
    const ids = [a, b].flatMap((miner, at) =>
      ['u', 'v', 'w'].map(user => miner.add(`session closed for user ${user}${user}${at === 0 ? 'x' : ''}`)),
    );
    const merged = mergeMiners(a, b);
    for (const id of ids) expect(merged.pattern(id)?.template).toBe('session closed for user <*>');
  });
});

describe('parseLine', () => {
  it.each([
    [TIMED_OUT, 'upstream timed out (110: Connection timed out) while reading response header from upstream', 'error'],
    [
      'nginx: [emerg] unknown directive "x" in /etc/nginx.conf:3',
      'unknown directive "x" in /etc/nginx.conf:3',
      'emerg',
    ],
    ['[Thu Jun 09 06:07:04 2005] [notice] LDAP: SSL support unavailable', 'LDAP: SSL support unavailable', 'notice'],
    [
      '[Fri Sep 09 10:42:29.902022 2011] [core:error] [pid 35708:tid 4328636416] [client 72.15.99.187] File does not exist: /x',
      '[client 72.15.99.187] File does not exist: /x',
      'error',
    ],
    [
      'Dec 10 06:55:46 LabSZ sshd[24200]: Invalid user webmaster from 173.234.31.186',
      'Invalid user webmaster from 173.234.31.186',
      undefined,
    ],
    ['a message, client: of mine, host: x', 'a message, client: of mine', undefined],
    ['a message, host: x, y z', 'a message, host: x, y z', undefined],
    ['a message, host: x, server: y', 'a message, host: x', undefined],
    ['a message, host: "x, y", referrer: "z', 'a message', undefined],
    ['a message, host: "x" y, referrer: z', 'a message, host: "x" y', undefined],
    ['a message, request_id: 12', 'a message', undefined],
    [`a message, host: ${'x'.repeat(301)}`, `a message, host: ${'x'.repeat(301)}`, undefined],
  ])('parseLine finds the message and level of %s', (line, message, level) => {
    expect(parseLine(line)).toMatchObject({message});
    expect(parseLine(line).level).toBe(level);
  });

  it('parseLine splits any line into a head, message and tail that together are the line', () => {
    fc.assert(
      fc.property(anyLine, line => {
        const {head, message, tail} = parseLine(line);
        expect(head + message + tail).toBe(line);
      }),
    );
  });
});
