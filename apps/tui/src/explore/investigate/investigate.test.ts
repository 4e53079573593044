import {createIncident, createQuietDay, INCIDENT_KINDS, namesCause, type QuietDay} from '@edge-console/generator';
import {expect, test} from 'vitest';
import {createIncidentClient} from '../../../test/support/incident-client.ts';
import {createDeployTest} from '../deploys.ts';
import {type Investigation, investigate} from './investigate.ts';

const investigated = async (day: QuietDay): Promise<Investigation & {readonly requests: number}> => {
  const {client, requests} = createIncidentClient(day);
  const range = {from: day.range.from, to: day.range.to - 1};
  const found = await investigate(
    client,
    {range},
    {now: day.range.to * 1000, isDeploy: createDeployTest({}), signal: new AbortController().signal},
  );
  return {...found, requests: requests()};
};

test.each(INCIDENT_KINDS)('an incident of the kind %s is the first finding, with its cause first', async kind => {
  const incident = createIncident({kind, seed: 4_242, size: 20_000, share: 0.05});
  const {findings, requests} = await investigated(incident);
  const [cause] = findings[0]?.causes ?? [];
  expect(cause).toBeDefined();
  expect(cause !== undefined && namesCause(cause, incident.label.causes), JSON.stringify(cause)).toBe(true);
  expect(requests).toBeLessThanOrEqual(200);
});

test('a large log is investigated by a sample, with at most 200 requests and 20,000 entries', async () => {
  const incident = createIncident({kind: 'bad-upstream', seed: 4_243, size: 200_000, share: 0.02});
  const {findings, requests, coverage} = await investigated(incident);
  expect(namesCause(findings[0]?.causes[0] ?? {dimension: '', value: ''}, incident.label.causes)).toBe(true);
  expect(requests).toBeLessThanOrEqual(200);
  expect(coverage.read).toBeLessThanOrEqual(20_000);
  expect(coverage.isWhole).toBe(false);
});

test('a quiet day has no finding, although it has decoys', async () => {
  expect((await investigated(createQuietDay({seed: 4_244, size: 20_000}))).findings).toEqual([]);
});

test('the same entries give the same findings', async () => {
  const incident = createIncident({kind: 'bad-deploy', seed: 4_245, size: 20_000, share: 0.05});
  expect(await investigated(incident)).toEqual(await investigated(incident));
});

test('a finding names the deploy just before it', async () => {
  const incident = createIncident({kind: 'bad-deploy', seed: 4_246, size: 20_000, share: 0.1});
  const [first] = (await investigated(incident)).findings;
  expect(first?.deploys.length).toBeGreaterThan(0);
  expect(first?.first.length).toBeGreaterThan(0);
});
