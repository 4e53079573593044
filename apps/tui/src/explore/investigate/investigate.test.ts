import {createIncident, createQuietDay, INCIDENT_KINDS, namesCause, type QuietDay} from '@edge-console/generator';
import {expect, test} from 'vitest';
import {createIncidentClient} from '../../../test/support/incident.ts';
import {similar} from '../../../test/support/similar.ts';
import {createDeployTest} from '../deploys.ts';
import {type Investigation, investigate} from './investigate.ts';

const investigated = async (
  day: QuietDay,
  range = {from: day.range.start, to: day.range.end - 1},
): Promise<Investigation & {readonly requests: number}> => {
  const {client, requests} = createIncidentClient(day);
  const found = await investigate(
    client,
    {range},
    {now: day.range.end * 1000, isDeploy: createDeployTest({}), signal: new AbortController().signal},
  );
  return {...found, requests: requests()};
};

test.each(similar(INCIDENT_KINDS, 2))(
  'an incident of the kind %s is the first finding, and its cause the first cause',
  async kind => {
    const incident = createIncident({kind, seed: 4_242, size: 5_000, share: 0.05});
    const {findings, requests} = await investigated(incident);
    const [cause] = findings[0]?.causes ?? [];
    expect(cause).toBeDefined();
    expect(cause !== undefined && namesCause(cause, incident.label.causes), JSON.stringify(cause)).toBe(true);
    expect(requests).toBeLessThanOrEqual(200);
  },
);

test('an investigation of a large log reads a sample, with at most 200 requests and 20,000 entries', async () => {
  const incident = createIncident({kind: 'bad-upstream', seed: 4_243, size: 94_000, share: 0.02});
  const {findings, requests, coverage} = await investigated(incident);
  expect(namesCause(findings[0]?.causes[0] ?? {dimension: '', value: ''}, incident.label.causes)).toBe(true);
  expect(requests).toBeLessThanOrEqual(200);
  expect(coverage.read).toBeLessThanOrEqual(20_000);
  expect(coverage.isWhole).toBe(false);
});

test('an investigation finds a silence of a node that covers no complete slice of the time range', async () => {
  const incident = createIncident({kind: 'silence', seed: 41_613, size: 30_000, share: 0.6});
  const [finding] = (await investigated(incident)).findings;
  expect(incident.label.causes).toContainEqual({dimension: 'node', value: '14'});
  expect(finding).toMatchObject({kind: 'silence', item: {dimension: 'node', value: '14'}});
});

test('an investigation of a quiet day with decoys finds nothing', async () => {
  expect((await investigated(createQuietDay({seed: 4_244, size: 5_000}))).findings).toEqual([]);
});

const DAY = 86_400;
type Entry = ReturnType<QuietDay['entries']> extends Iterable<infer E> ? E : never;

const withEntries = <T extends QuietDay>(day: T, entries: readonly Entry[]): T => {
  const sorted = entries.toSorted((one, other) => one.log_time - other.log_time);
  return {
    ...day,
    *entries() {
      yield* sorted;
    },
  };
};

test('an incident that also occurred some days before is found', async () => {
  const incident = createIncident({kind: 'slow-dependency', seed: 4_247, size: 5_000, share: 0.02});
  const rows = [...incident.rows()];
  const earlier = rows
    .filter(({origin}) => origin === 'incident')
    .map(({entry}) => ({...entry, log_time: entry.log_time - 3 * DAY}));
  const {findings} = await investigated(withEntries(incident, [...rows.map(({entry}) => entry), ...earlier]));
  expect(namesCause(findings[0]?.causes[0] ?? {dimension: '', value: ''}, incident.label.causes)).toBe(true);
});

test('reloads within one minute count as a deploy, reloads over many minutes as a finding', async () => {
  const day = createQuietDay({seed: 4_248, size: 5_000});
  const rows = [...day.entries()];
  const reloaded = (times: readonly number[]): QuietDay => {
    const reloads = times.map((time, at) => ({
      ...{id: 1_000_000 + at, level: 6, log_time: day.range.end - 7200 + time, count: 1, src: 0},
      ...{node_id: 1, node_type: 0, app_id: 0, req_id: ''},
      log: `signal 1 (SIGHUP) received from ${7 + at}, reconfiguring`,
    }));
    return withEntries(day, [...rows, ...reloads]);
  };
  const at = Array.from({length: 20}, (_, reload) => reload);
  expect((await investigated(reloaded(at.map(reload => 2 * reload)))).findings).toEqual([]);
  const {findings} = await investigated(reloaded(at.map(reload => 60 * reload)));
  expect(findings[0]?.causes[0]?.text ?? findings[0]?.causes[0]?.value).toMatch(/reconfiguring/);
});

test('an investigation of the last 24 hours uses each of the seven days before', async () => {
  const day = createQuietDay({seed: 4_249, size: 3_000});
  const {start, end} = day.range;
  const {coverage} = await investigated(day, {from: start - 1, to: end - 1});
  expect(coverage.read).toBeGreaterThan(2_950);
});

test('an investigation of a log without earlier days compares the range with itself', async () => {
  const incident = createIncident({kind: 'bad-deploy', seed: 4_250, size: 10_000, share: 0.05});
  const began = [...incident.entries()].filter(({log_time}) => log_time > incident.range.start + DAY / 4);
  const {findings, coverage} = await investigated(withEntries(incident, began));
  expect(namesCause(findings[0]?.causes[0] ?? {dimension: '', value: ''}, incident.label.causes)).toBe(true);
  expect(coverage.days).toBe(0);
});

test('a range without entries is a silence if earlier days have entries at that time', async () => {
  const day = createQuietDay({seed: 4_251, size: 10_000});
  const ended = day.range.end - 1800;
  const entries = [...day.entries()].filter(({log_time}) => log_time < ended);
  const {findings} = await investigated(withEntries(day, entries), {from: ended, to: day.range.end - 1});
  expect(findings[0]).toMatchObject({kind: 'silence', causes: [{dimension: 'total', now: 0}]});
});

test('a busier day does not hide an upstream that fails far more often', async () => {
  const incident = createIncident({kind: 'bad-upstream', seed: 4_252, size: 5_000, share: 0.05});
  const entries = [...incident.entries()];
  const again = entries
    .filter(({log_time}) => log_time < incident.range.start && log_time >= incident.range.start - 4 * DAY)
    .map(entry => ({
      ...entry,
      log_time: ((entry.log_time - incident.range.start + 4 * DAY) % DAY) + incident.range.start,
    }));
  const {findings} = await investigated(withEntries(incident, [...entries, ...again]));
  const causes = findings.slice(0, 3).flatMap(finding => finding.causes.slice(0, 3));
  expect(causes.some(cause => namesCause(cause, incident.label.causes))).toBe(true);
});

test('during another incident, the missing entries of a silent node are counted within a factor of 2', async () => {
  const incident = createIncident({kind: 'one-node', seed: 4_253, size: 5_000, share: 0.5});
  const entries = [...incident.entries()];
  const now = entries.filter(({log_time}) => log_time >= incident.range.start);
  const byNode = Map.groupBy(now, entry => entry.node_id);
  const guilty = incident.label.causes.find(({dimension}) => dimension === 'node')?.value;
  const [silent] = [...byNode]
    .filter(([id]) => String(id) !== guilty)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([id]) => id);
  const isMissing = ({node_id, log_time}: Entry): boolean =>
    node_id === silent && Math.abs(log_time - incident.label.since) < 3 * 3600;
  const missing = now.filter(isMissing).length;
  const {findings} = await investigated(
    withEntries(
      incident,
      entries.filter(entry => !isMissing(entry)),
    ),
  );
  const count = findings.find(({kind}) => kind === 'silence')?.count;
  expect(count).toBeGreaterThan(missing / 2);
  expect(count).toBeLessThan(missing * 2);
});

test('a finding that ended just before the end of the range is not reported as ongoing', async () => {
  const incident = createIncident({kind: 'abusive-client', seed: 4_254, size: 10_000, share: 0.05});
  const until = incident.label.until ?? 0;
  const [first] = (await investigated(incident, {from: incident.range.start, to: until + 20 * 60})).findings;
  expect(first).toMatchObject({goesOn: false});
  expect(Math.abs((first?.until ?? 0) - until)).toBeLessThan(5 * 60);
  const [during] = (await investigated(incident, {from: incident.range.start, to: until - 60})).findings;
  expect(during).toMatchObject({goesOn: true});
});

test('a finding names the deploy just before it, and equal entries give equal findings', async () => {
  const incident = createIncident({kind: 'bad-deploy', seed: 4_246, size: 5_000, share: 0.1});
  const found = await investigated(incident);
  expect(await investigated(incident)).toEqual(found);
  const [first] = found.findings;
  expect(first?.deploys.length).toBeGreaterThan(0);
  expect(first?.first.length).toBeGreaterThan(0);
  // A kind of deploy that also happens at this time on the day before is left out, and only it.
  const entries = [...incident.entries()];
  const log_time = (first?.first[0]?.log_time ?? 0) - DAY - 60;
  const log = 'signal 1 (SIGHUP) received from 1, reconfiguring';
  const reload = {...(entries[0] as Entry), id: entries.length + 1, log_time, level: 6, log};
  const [again] = (await investigated(withEntries(incident, [...entries, reload]))).findings;
  const unusual = first?.deploys.filter(deploy => !deploy.log.includes(log));
  expect(unusual?.length).toBeGreaterThan(0);
  expect(again?.deploys).toEqual(unusual);
});
