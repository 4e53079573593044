import {type Client, createClient} from '@edge-console/client';
import {createMiner} from '@edge-console/patterns';
import {createTestServer} from '@edge-console/test-tools';
import fc from 'fast-check';
import {describe, expect, onTestFinished, test} from 'vitest';
import {clientEntry} from '../../test/support/log-client.ts';
import {logEntry} from '../../test/support/logs.ts';
import {conditionTest} from '../logs/conditions/entry-test.ts';
import {type Dimension, dimensionsOf, expressionOf, requestPath} from '../logs/dimensions.ts';
import {anyLog, type LogFilter} from '../logs/filter.ts';
import {asciiRow} from '../text/ascii.ts';
import {charset} from '../theme/glyphs.ts';
import {estimateText, shareBar, shareText, sparkline} from './estimate-text.ts';
import {type ChangeRow, createComparison, likelihoodRatio} from './measures/compare/value-changes.ts';
import {createFacets, type FacetRow} from './measures/facets.ts';
import {type HistogramRow, readHistogram} from './measures/histogram.ts';
import {createPatternTally, type PatternRow} from './measures/patterns.ts';
import {baselineOf, spanOf} from './measures/spans.ts';
import {type Coverage, coverageText, readSample, type SampledEntry} from './sample/sample.ts';

interface LogSample {
  readonly entries: readonly SampledEntry[];
  readonly coverage: Coverage;
}

const collectSample = async (
  client: Client,
  filter: LogFilter,
  request: Omit<Parameters<typeof readSample>[2], 'add' | 'signal'>,
): Promise<LogSample> => {
  const entries: SampledEntry[] = [];
  const {signal} = new AbortController();
  const coverage = await readSample(client, filter, {...request, signal, add: entry => void entries.push(entry)});
  return {entries, coverage};
};

const patternsOf = ({entries, coverage}: LogSample): readonly PatternRow[] => {
  const patterns = createPatternTally();
  for (const entry of entries) patterns.add(entry);
  return patterns.rows(coverage);
};

const facetsOf = ({entries, coverage}: LogSample): readonly FacetRow[] => {
  const facets = createFacets();
  for (const entry of entries) facets.add(entry);
  return facets.rows(coverage);
};

const changesOf = (now: LogSample, then: LogSample): readonly ChangeRow[] => {
  const comparison = createComparison();
  for (const entry of now.entries) comparison.now.add(entry);
  for (const entry of then.entries) comparison.then.add(entry);
  return comparison.rows();
};

const TOKEN = 'a1d3c1de-0000-4000-8000-0000000000ee';
const line = (upstream: string, path = '/v1/items/7', message = 'upstream timed out (110: Connection timed out)') =>
  `2026/11/20 12:00:03 [error] 31#31: *1873 ${message} while connecting to upstream, client: 10.0.7.9, server: api.example.com, request: "GET ${path} HTTP/1.1", upstream: "http://${upstream}${path}", host: "api.example.com"`;

const isKept = (value: Parameters<typeof expressionOf>[0], log: string): boolean =>
  conditionTest({verb: 'keep', text: expressionOf(value)})(clientEntry(1, {log}));

const sampleOf = (logs: readonly string[], level = 4): LogSample => ({
  entries: logs.map((log, at) => ({
    entry: clientEntry(at + 1, {log, log_time: 1000 + at, level}),
    page: 1,
  })),
  coverage: {kind: 'all', rows: logs.length, complete: true},
});

const clientOf = async (
  logs: readonly {readonly log: string; readonly level?: number; readonly log_time?: number}[],
) => {
  const server = await createTestServer({
    passwordCost: 'minimal',
    seed: {
      users: [{username: 'ann', password: 'long enough', role: 'master'}],
      tokens: [{username: 'ann', name: 't', token: TOKEN}],
      error_logs: logs.map((each, at) => logEntry(each.log, {log_time: 1000 + at, ...each})),
    },
  });
  const client = createClient({baseUrl: server.url, auth: {kind: 'api-token', token: TOKEN}});
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  return {client, server};
};

describe('a sample', () => {
  test('a sample of a short list contains every entry once, and is labelled exact', async () => {
    const {client} = await clientOf(Array.from({length: 1234}, (_, at) => ({log: `entry ${at}`})));
    const {entries, coverage} = await collectSample(client, anyLog, {rows: 2000});
    expect(new Set(entries.map(({entry}) => entry.id)).size).toBe(1234);
    expect(coverageText(coverage)).toBe('exact');
  });

  test('a sample of a long list is labelled with its size, and its error margin includes the true count', async () => {
    const logs = Array.from({length: 3300}, (_, at) => ({log: `entry ${at}`, level: at % 3 === 0 ? 4 : 6}));
    const {client} = await clientOf(logs);
    const sample = await collectSample(client, anyLog, {rows: 500});
    expect(coverageText(sample.coverage)).toBe('sample 500 of 3,300');
    const errors = facetsOf(sample).find(({value}) => value === 'ERROR');
    expect(Math.abs((errors?.count ?? 0) - 1100)).toBeLessThanOrEqual(errors?.plusMinus ?? 0);
  });

  test.each([
    ['a short list', 2000, 1200],
    ['a long list', 500, 500],
  ])('reading %s reports its progress up to the end', async (_, rows, end) => {
    const {client} = await clientOf(Array.from({length: 1200}, (_each, at) => ({log: `entry ${at}`})));
    const said: (readonly [read: number, of: number | undefined])[] = [];
    await collectSample(client, anyLog, {rows, progress: (read, of) => void said.push([read, of])});
    expect(said.length).toBeGreaterThan(1);
    expect(said.map(([read]) => read)).toEqual(said.map(([read]) => read).toSorted((one, other) => one - other));
    expect(said.at(-1)).toEqual([end, end]);
  });

  test('a sample contains only entries that match the filter', async () => {
    const {client} = await clientOf([
      {log: 'a', level: 3},
      {log: 'b', level: 4},
      {log: 'c', level: 6},
    ]);
    const filter = {level: 4, range: {to: 1001}};
    const {entries} = await collectSample(client, filter, {rows: 100});
    expect(entries.map(({entry}) => entry.log)).toEqual(['b', 'a']);
  });
});

describe('patterns', () => {
  test('patterns have counts, first and last times and trends, and the counts add up to the sample size', () => {
    const sample = sampleOf([
      ...Array.from({length: 30}, (_, at) => line(`10.1.0.${at}:80`)),
      'worker process 7 exited',
    ]);
    const rows = patternsOf(sample);
    expect(rows.reduce((sum, {count}) => sum + count, 0)).toBe(31);
    expect(rows[0]).toMatchObject({count: 30, level: 4, first: 1000, last: 1029, share: 30 / 31});
    expect(rows[0]?.trend.reduce((sum, value) => sum + value, 0)).toBe(30);
  });

  test('a condition on the template of a pattern matches exactly the log lines of the pattern', () => {
    const lines = [line('10.1.0.1:80'), 'a (b) [c] failed: 7 $x', 'a (b) [c] failed: 8 $x', 'other text of a line'];
    const rows = patternsOf(sampleOf(lines));
    const miner = createMiner();
    for (const each of lines) miner.add(each);
    for (const {id, template} of rows) {
      const kept = lines.map(text => isKept({dimension: 'pattern', value: template}, text));
      expect(kept).toEqual(lines.map(text => miner.match(text) === id));
    }
    expect(isKept({dimension: 'pattern', value: '!x <*>'}, '!x 7')).toBe(true);
  });
});

describe('dimensions', () => {
  test('dimensionsOf reads the values of the dimensions from a log line', () => {
    expect(dimensionsOf(clientEntry(1, {log: line('10.1.0.4:8080', '/v1/items/7?x=1')}))).toEqual({
      ...{level: 'ERROR', server: 'api.example.com', upstream: '10.1.0.4:8080', request: '/v1/items/*'},
      ...{client: '10.0.7.9', errno: '110: Connection timed out'},
    });
    expect(dimensionsOf({id: 1, log: 'free text', log_time: 1, raw: {}})).toEqual({});
  });

  test.each([
    [
      'upstream SSL certificate verify error: (18:self-signed certificate), client: ::1',
      'errno',
      '18: self-signed certificate',
    ],
    ['x, client: unix:, upstream: "http://unix:/run/a.sock:/v1"', 'upstream', 'unix:/run/a.sock'],
    ['[lua] auth.lua:8: no token, client: ::1', 'lua', 'auth.lua:8'],
    ['lua user thread aborted: runtime error: /srv/auth.lua:8: no token', 'lua', 'auth.lua:8'],
  ] as const)('of the line %s, the value of %s is %s', (log, dimension, value) => {
    expect(dimensionsOf(clientEntry(1, {log}))[dimension]).toBe(value);
  });

  test.each([
    ['GET /v1/items/7 HTTP/1.1', '/v1/items/*'],
    ['GET /assets/app.38709dce.js HTTP/2.0', '/assets/app.*.js'],
    ['GET /images/53.webp?w=1 HTTP/1.1', '/images/*.webp'],
    ['PUT /u/a1d3c1de-0000-4000-8000-0000000000ee/x HTTP/1.1', '/u/*/x'],
    ['GET /v2/users HTTP/1.1', '/v2/users'],
  ])('requestPath converts %s to %s', (request, path) => {
    expect(requestPath(request)).toBe(path);
  });
});

describe('the condition on a value', () => {
  const linesOf = (texts: readonly (readonly [before: string, value: string, after: string])[]) =>
    texts.map(([before, value, after]) => `2026/11/20 12:00:03 [error] 31#31: *7 ${before}${value}${after}`);

  test.each<[Dimension, string, string, string, string[]]>([
    ['client', 'closed, client: ', '185.220.101.4', ', server: a.b', ['185.220.101.40', '185.220.101.4:80']],
    ['client', 'closed, client: ', '185.220.101.4', '', ['185.220.101.40']],
    ['server', 'x, client: 1.1.1.1, server: ', 'api.b', ', host: "c"', ['api.bc', 'my-api.b', 'apixb']],
    ['upstream', 'x, upstream: "http://', '10.1.0.1:80', '/v1", host: "c"', ['10.1.0.1:8080', '210.1.0.1:80']],
    ['host', 'x, server: s, host: "', 'a.b', '"', ['a.b:80', 'x.a.b', 'a.bc']],
    [
      'request',
      'x, request: "GET ',
      '/v1/items',
      ' HTTP/1.1"',
      ['/v1/items/7', '/v1/items2', '/x/v1/items', '/V1/items'],
    ],
    ['request', 'x, request: "GET ', '/v1/items/7', '?a HTTP/1.1"', ['/v1/items/list', '/v1/items/7/x', '/v1/items']],
    ['errno', 'connect() failed (', '11: Resource', ') while', ['111: Resource', '11: Resource x']],
    ['lua', '[lua] ', 'a.lua:8', ': x', ['a.lua:88', 'aa.lua:8', 'A.lua:8']],
    ['zone', 'limiting connections by zone "', 'otp.a', '"', ['otp.ab', 'xotp.a', 'otpxa', 'OTP.a']],
    ['dictionary', '[lua] a.lua:8: shared dict "', 'cache', '" is full', ['cache2', 'the cache', 'Cache']],
  ])(
    'the condition on a %s in "%s%s%s" keeps only entries with exactly this value',
    (dimension, before, value, after, others) => {
      const [own = '', ...lines] = linesOf([value, ...others].map(text => [before, text, after]));
      const valueIn = (log: string) => dimensionsOf(clientEntry(1, {log}))[dimension] ?? '';
      const of = {dimension, value: valueIn(own)};
      expect([own, ...lines].filter(log => isKept(of, log))).toEqual([own]);
      for (const log of lines) expect(valueIn(log)).not.toBe(of.value);
    },
  );

  test('a template condition matches a line with context after the message, but not a longer message', () => {
    const found = ['', ' ', '\nstack traceback:', ', client: 10.0.7.9', ', context: ngx.timer', ' on signal 9'].map(
      end => isKept({dimension: 'pattern', value: 'worker process <*> exited'}, `worker process 7 exited${end}`),
    );
    expect(found).toEqual([true, true, true, true, true, false]);
  });
});

test('facets are the ten most frequent values of each dimension, and skip entries without a value', () => {
  const lines = Array.from({length: 15}, (_, at) => Array.from({length: at + 1}, () => line(`10.1.0.${at}:80`))).flat();
  const facets = facetsOf(sampleOf([...lines, 'worker process 7 exited']));
  const upstreams = facets.filter(({dimension}) => dimension === 'upstream');
  expect(upstreams.map(({value, count}) => [value, count])).toEqual(
    Array.from({length: 10}, (_, at) => [`10.1.0.${14 - at}:80`, 15 - at]),
  );
  expect(facets.filter(({dimension}) => dimension === 'server')).toMatchObject([
    {value: 'api.example.com', count: 120, share: 120 / 121},
  ]);
  expect(facets.map(({value}) => value)).not.toContain('');
});

const choose = (of: number, chosen: number): number =>
  Array.from({length: chosen}, (_, at) => (of - at) / (at + 1)).reduce((product, factor) => product * factor, 1);

/** Fisher's exact test by adding the probabilities of all tables. */
const countedP = ([one, oneOf]: readonly [number, number], [other, otherOf]: readonly [number, number]): number => {
  const all = one + other;
  const tail = (isIn: (count: number) => boolean): number =>
    Array.from({length: all + 1}, (_, at) => at)
      .filter(at => at <= oneOf && all - at <= otherOf && isIn(at))
      .map(at => (choose(oneOf, at) * choose(otherOf, all - at)) / choose(oneOf + otherOf, all))
      .reduce((sum, each) => sum + each, 0);
  return (
    2 *
    Math.min(
      tail(at => at >= one),
      tail(at => at <= one),
    )
  );
};

describe('changes', () => {
  test('changesOf returns exactly the values whose shares differ significantly between two samples', () => {
    const upstream = fc.integer({min: 1, max: 5}).map(last => line(`10.1.0.${last}:80`));
    const logs = fc.array(upstream, {minLength: 1, maxLength: 60});
    fc.assert(
      fc.property(logs, logs, (now, before) => {
        const rows = changesOf(sampleOf(now), sampleOf(before)).filter(({dimension}) => dimension === 'upstream');
        const shareIn = (all: readonly string[], value: string) =>
          all.filter(log => log.includes(value)).length / all.length;
        const expected = [1, 2, 3, 4, 5]
          .map(last => `10.1.0.${last}:80`)
          .map(value => ({value, now: shareIn(now, value), before: shareIn(before, value)}))
          .filter(each => {
            const part = (share: number, {length}: readonly string[]) => [Math.round(share * length), length] as const;
            const parts = [part(each.now, now), part(each.before, before)] as const;
            return likelihoodRatio(...parts) >= 10.83 && countedP(...parts) <= 0.001;
          });
        const plain = (all: readonly Pick<ChangeRow, 'value' | 'now' | 'before'>[]) =>
          all.map(each => [each.value, each.now, each.before]).toSorted();
        expect(plain(rows)).toEqual(plain(expected));
      }),
    );
  });

  test('changesOf returns new, gone, grown and shrunk values, the largest difference first', () => {
    const many = (count: number, text: string) => Array.from({length: count}, () => text);
    const now = sampleOf([...many(80, line('new:80')), ...many(60, line('up:80')), ...many(5, line('down:80'))]);
    const before = sampleOf([...many(50, line('gone:80')), ...many(20, line('up:80')), ...many(75, line('down:80'))]);
    const rows = changesOf(now, before).filter(({dimension}) => dimension === 'upstream');
    expect(rows.map(({value, kind}) => [value, kind])).toEqual([
      ['new:80', 'new'],
      ['down:80', 'shrunk'],
      ['gone:80', 'gone'],
      ['up:80', 'grown'],
    ]);
  });

  test('changesOf ignores a difference of a few entries between two samples', () => {
    expect(changesOf(sampleOf([line('a:80'), line('b:80')]), sampleOf([line('a:80'), line('a:80')]))).toEqual([]);
    const now = sampleOf(Array.from({length: 34}, () => line('a:80')));
    expect(changesOf(now, sampleOf([line('b:80'), line('b:80')]))).toEqual([]);
    expect(changesOf(sampleOf([]), sampleOf([]))).toEqual([]);
  });

  test('changesOf ignores bursts of entries from one client, but returns a level whose share changed', () => {
    // Each page has 8 lines of the same client, as in a burst.
    const burst = (seed: number): LogSample => {
      let state = seed;
      const random = () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return state / 2_147_483_648;
      };
      const entries = Array.from({length: 60}, (_, page) => {
        const log = line('a:80').replace('10.0.7.9', `10.0.0.${Math.floor(random() * 10)}`);
        return Array.from({length: 8}, (_, at) => ({
          entry: clientEntry(page * 8 + at, {log, log_time: 1000}),
          page,
        }));
      }).flat();
      return {entries, coverage: {kind: 'sample', rows: 480, total: 100_000, sampled: 60, pages: 12_500}};
    };
    const found = Array.from({length: 20}, (_, seed) => changesOf(burst(seed * 2 + 1), burst(seed * 2 + 2)).length);
    // Each of the 200 comparisons is wrong with probability 0.001.
    expect(found.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(3);
    const before = burst(1);
    const after = {
      ...before,
      entries: before.entries.map(({entry, page}) => ({entry: {...entry, level: page % 3 === 0 ? 3 : 4}, page})),
    };
    expect(changesOf(after, before).map(({value}) => value)).toEqual(['ERROR', 'CRIT']);
  });

  test('likelihoodRatio returns the G² value of a published example', () => {
    // Dunning (1993), table 3: k(AB) 110, k(A~B) 2442, k(~AB) 111, k(~A~B) 29114.
    expect(likelihoodRatio([110, 110 + 2442], [111, 111 + 29_114])).toBeCloseTo(270.72, 1);
  });

  test('a baseline has the same length as the time range that is compared with it', () => {
    const span = spanOf({from: 1_000_000, to: 1_000_899}, 0);
    expect(baselineOf(span, 'before')).toEqual({from: 999_100, to: 999_999});
    expect(baselineOf(span, 'yesterday')).toEqual({from: 913_600, to: 914_499});
    expect(baselineOf(span, 'week')).toEqual({from: 395_200, to: 396_099});
    expect(spanOf({}, 2_000_000_000)).toEqual({from: 1_999_100, to: 2_000_000});
  });
});

describe('a histogram', () => {
  const signal = new AbortController().signal;
  const now = 100_000_000;
  const timesOf = (count: number) => Array.from({length: count}, (_, at) => 90_000 - Math.floor((at * at) / 300));
  const entriesAt = (times: readonly number[]) =>
    times.map((log_time, at) => ({log: `e${at}`, log_time, level: at % 7 === 0 ? 3 : at % 3 === 0 ? 4 : 6}));
  const range = {from: 60_000, to: 90_000};
  const expectExact = (rows: readonly HistogramRow[], entries: readonly {log_time: number; level: number}[]) => {
    for (const {from, to, count, errors, severe, plusMinus} of rows) {
      const inside = entries.filter(each => each.log_time >= from && each.log_time <= to);
      const atLeast = (level: number) => inside.filter(each => each.level <= level).length;
      expect({count, errors, severe, plusMinus}).toEqual({
        count: inside.length,
        errors: atLeast(4),
        severe: atLeast(3),
        plusMinus: 0,
      });
    }
  };

  test.each([300, 3000])('a histogram of %i entries has the same counts as reading every entry', async count => {
    const entries = entriesAt(timesOf(count));
    const {client} = await clientOf(entries);
    const {rows, coverage} = await readHistogram(client, {range}, {now, maxSlices: 40, signal});
    expect(coverageText(coverage)).toBe('exact');
    expect(rows[0]?.to).toBe(90_000);
    expectExact(rows, entries);
    const errors = await readHistogram(client, {range, level: 4}, {now, maxSlices: 40, signal});
    expectExact(
      errors.rows,
      entries.filter(({level}) => level <= 4),
    );
  });

  test('a histogram is counted from the entries if the gateway ignores the parameters of the count request', async () => {
    const entries = entriesAt(timesOf(3000));
    const {client, server} = await clientOf(entries);
    server.setFault({kind: 'ignored-parameters'});
    const {rows, coverage} = await readHistogram(client, {range}, {now, maxSlices: 10, signal});
    expect(coverage).toMatchObject({rows: entries.length});
    expectExact(rows, entries);
  });

  test.each([
    [{kind: 'ignored-parameters', names: ['end_time']}],
    [{kind: 'ignored-parameters', names: ['level']}],
    [{kind: 'unstable-count', by: 50}],
  ] as const)('a histogram from a gateway with the fault %o is labelled exact only if it is exact', async fault => {
    const entries = entriesAt(timesOf(3000));
    const {client, server} = await clientOf(entries);
    server.setFault(fault as never);
    const {rows, coverage} = await readHistogram(client, {range}, {now, maxSlices: 20, signal});
    if (coverageText(coverage) === 'exact') expectExact(rows, entries);
    else expect(rows.every(({estimated}) => estimated)).toBe(true);
  });

  test('a histogram that is estimated from a sample has a confidence interval for every slice', async () => {
    const {client, server} = await clientOf([]);
    const times = timesOf(100_200).map(time => Math.max(60_000, time));
    // A seed would be validated, which takes most of the time.
    await server.store.errorLogs.append(entriesAt(times).map(({log, ...entry}) => logEntry(log, entry)));
    server.setFault({kind: 'ignored-parameters'});
    const {rows, coverage} = await readHistogram(client, {range}, {now, maxSlices: 20, signal});
    expect(coverage.kind).toBe('sample');
    expect(rows.every(({plusMinus}) => plusMinus > 0)).toBe(true);
  });

  test('a histogram without a time range covers the last day, and only its newest slice may still grow', async () => {
    const {client} = await clientOf([{log: 'a', log_time: 99_999}]);
    const {rows} = await readHistogram(client, anyLog, {now, maxSlices: 30, signal});
    expect(rows[0]).toMatchObject({to: 100_000, count: 1, open: true});
    expect(rows.slice(1).every(({open}) => !open)).toBe(true);
    expect((rows[0]?.to ?? 0) - (rows.at(-1)?.from ?? 0)).toBe(86_399);
  });
});

test('estimates, shares, sparklines and bars are drawn in Unicode and in ASCII', () => {
  const [unicode, ascii] = [charset(false).glyphs, charset(true).glyphs];
  expect(estimateText({count: 83_100, plusMinus: 900}, unicode)).toBe('83,100 ± 900');
  expect(estimateText({count: 7, plusMinus: 0}, unicode)).toBe('7');
  expect([0, 0.001, 0.454, 1].map(shareText)).toEqual(['0 %', '< 1 %', '45 %', '100 %']);
  expect(sparkline([0, 1, 4, 8], unicode)).toBe('·▁▄█');
  expect(shareBar(0.5, 10, unicode)).toBe('▄▄▄▄▄');
  const drawn = `${sparkline([0, 1, 8], ascii)}${estimateText({count: 1, plusMinus: 1}, ascii)}`;
  expect(asciiRow(drawn)).toBe(drawn);
});
