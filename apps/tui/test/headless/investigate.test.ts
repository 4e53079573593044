import {createIncident, createQuietDay} from '@edge-console/generator';
import {expect, test} from 'vitest';
import {freePort, sharedGateway, startGateway} from '../support/gateway.ts';
import {badUpstream, rangeOptions, seedOf} from '../support/incident.ts';
import {logEntry, manyEntries} from '../support/logs.ts';
import {run} from './run-headless.ts';

const incident = badUpstream();
const [cause] = incident.label.causes;
const gateway = sharedGateway(() => ({seed: seedOf(incident)}));
const investigate = (...args: readonly string[]) => run(['logs', 'investigate', ...args, '--url', gateway().url]);

test('logs investigate prints JSON with the cause in the first finding, and how much of the log it read', async () => {
  const {code, out, err} = await investigate(...rangeOptions(incident));
  expect({code, err}).toEqual({
    code: 0,
    err: expect.stringMatching(/^all \d+ entries read, compared with the 7 days before/),
  });
  const {findings, coverage, range} = JSON.parse(out);
  expect(range.from).toBe(new Date(incident.range.start * 1000).toISOString());
  expect(findings[0]).toMatchObject({
    title: expect.stringMatching(
      new RegExp(`^${cause?.dimension} ${cause?.value}: about \\d+ entries.* (since|from) 2`),
    ),
    causes: expect.arrayContaining([expect.objectContaining(cause ?? {})]),
    evidence: expect.arrayContaining([expect.objectContaining({level: 4})]),
    checks: expect.arrayContaining([expect.any(String)]),
  });
  expect(coverage).toMatchObject({isWhole: true, days: 7});
});

test('logs investigate prints text on a terminal, with times in UTC', async () => {
  const {code, out} = await run(['logs', 'investigate', ...rangeOptions(incident), '--url', gateway().url], {
    terminal: true,
  });
  expect(code).toBe(0);
  expect(out).toMatch(
    /^2\S+Z to 2\S+Z: all [\d,]+ entries read, compared with the 7 days before; [\d,]+ read in all\.\n/,
  );
  expect(out).toMatch(new RegExp(`\\n1\\. ${cause?.dimension} ${cause?.value}: about .*Z`));
  expect(out).toMatch(/\n {3}Explained by\n {5}upstream .* entries instead of \d+, in all of these\n/);
  expect(out).toMatch(/\n {3}First entries\n {5}2\S+Z ERROR [a-z]/);
  expect(out).toMatch(/\n {3}What to check\n/);
  expect(out).not.toMatch(/[\r\u001b]/);
});

test('logs investigate prints Markdown in which a log line has no formatting', async () => {
  const hostile = '[lua] a.lua:1: `*x*` <b>\u001b[2J';
  const lines = Array.from({length: 80}, (_, at) =>
    logEntry(hostile, {level: 4, log_time: incident.range.end - 600 + at}),
  );
  const seed = seedOf(createQuietDay({seed: 8, size: 3_000, end: new Date(incident.range.end * 1000)}));
  const {url} = await startGateway({seed: {...seed, error_logs: [...seed.error_logs, ...lines]}});
  const {code, out} = await run(['logs', 'investigate', '-o', 'markdown', ...rangeOptions(incident), '--url', url]);
  expect(code).toBe(0);
  expect(out).toMatch(/^# Findings\n\n2\S+Z to 2\S+Z: all/);
  expect(out).toMatch(/\n## 1\. Lua code a\.lua:1: about 80 entries, not seen in the days before, from 2/);
  expect(out).toContain('\n**Explained by**\n\n- Lua code a.lua:1: 80 entries instead of 0, in all of these\n');
  expect(out).toMatch(/\n- `` 2\S+Z ERROR \[lua\] a\.lua:1: `\*x\*` <b>\\u001b\[2J ``\n/);
});

test('logs investigate prints how many entries it read if it finds nothing', async () => {
  const day = createQuietDay({seed: 4_244, size: 3_000});
  const {url} = await startGateway({seed: seedOf(day)});
  const {code, out} = await run(['logs', 'investigate', '-o', 'text', ...rangeOptions(day), '--url', url]);
  expect(code).toBe(0);
  expect(out).toMatch(/\nNothing out of the ordinary in all [\d,]+ entries, against 7 days before\.\n$/);
});

test('if the gateway ignores time filters, logs investigate reads a short list completely and refuses a long one', async () => {
  const short = createIncident({kind: 'bad-upstream', seed: 7, size: 3_000, share: 0.2});
  const {url, setFault} = await startGateway({seed: seedOf(short)});
  setFault({kind: 'ignored-parameters'});
  const {out} = await run(['logs', 'investigate', ...rangeOptions(short), '--url', url]);
  const {findings, coverage} = JSON.parse(out);
  expect(findings[0].causes).toContainEqual(expect.objectContaining(short.label.causes[0] ?? {}));
  expect(coverage.total).toBeLessThan(coverage.read);
  // More entries than are read completely before the range.
  const other = await startGateway({seed: {error_logs: manyEntries(9_100)}});
  other.setFault({kind: 'ignored-parameters'});
  const refused = await run(['logs', 'investigate', ...rangeOptions(incident), '--url', other.url]);
  expect(refused).toMatchObject({code: 1, out: '', err: expect.stringContaining('ignores times')});
});

test('logs investigate without --since reads the 24 hours before --until, or before now', async () => {
  const hours = async (...args: readonly string[]): Promise<number> => {
    const {range} = JSON.parse((await investigate(...args)).out);
    return Math.round((Date.parse(range.to) - Date.parse(range.from)) / 3_600_000);
  };
  expect(await hours()).toBe(24);
  expect(await hours('--since', '6h')).toBe(6);
  expect(await hours('--until', '2h')).toBe(24);
});

test('logs investigate accepts --keep and --drop', async () => {
  const {code, out} = await investigate('--drop', `${cause?.dimension}:${cause?.value}`, ...rangeOptions(incident));
  expect(code).toBe(0);
  expect(out).not.toContain(`"value": "${cause?.value}"`);
});

test('logs investigate has exit codes for a wrong option, a future range and an unreachable gateway', async () => {
  expect(await investigate('-o', 'xml')).toMatchObject({code: 2, out: ''});
  const soon = String(Math.floor(Date.now() / 1000) + 40);
  expect(await investigate('--since', soon)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('not begun'),
  });
  const away = await run(['logs', 'investigate', '--url', `http://127.0.0.1:${await freePort()}`]);
  expect(away).toMatchObject({code: 6, out: '', err: expect.stringContaining('refused')});
});
