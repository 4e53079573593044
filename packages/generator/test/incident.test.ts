import {createTestServer} from '@edge-console/test-tools';
import {expect, onTestFinished, test} from 'vitest';
import {run} from '../src/cli/edge-logs.ts';

const incident = async (...flags: string[]) => {
  const output = {out: '', err: ''};
  const code = await run(['incident', ...flags], {
    out: text => {
      output.out += text;
    },
    err: text => {
      output.err += text;
    },
    stopped: new AbortController().signal,
    version: '1.2.3',
  });
  return {code, ...output};
};

const FLAGS = ['--kind', 'dns-down', '--seed', '5', '--size', '2000', '--end', '2026-11-20T12:00:00Z'];

test('edge-logs incident prints equal entries for equal flags, and /__control/error_logs accepts them', async () => {
  const {code, out} = await incident(...FLAGS);
  expect([code, await incident(...FLAGS)]).toEqual([0, {code: 0, out, err: ''}]);
  const server = await createTestServer({passwordCost: 'minimal', controlSecret: 'a secret of the control plane'});
  onTestFinished(() => server.close());
  const headers = {'Control-Secret': 'a secret of the control plane'};
  const response = await fetch(`${server.url}/__control/error_logs`, {method: 'POST', headers, body: out});
  expect(await response.json()).toEqual({status: 0, data: {stored: 2000}});
});

test('edge-logs incident --label prints the label; for a quiet day, the decoys', async () => {
  expect(JSON.parse((await incident(...FLAGS, '--label')).out)).toMatchObject({kind: 'dns-down', decoys: [{}, {}]});
  expect(JSON.parse((await incident('--kind', 'none', '--label')).out)).toEqual({
    decoys: [expect.anything(), expect.anything()],
  });
});

test.each([
  [['--kind', 'flood'], /^edge-logs: incident: --kind: Allowed choices are bad-upstream, .*, none\.\n$/],
  [['--kind', 'silence', '--share', '0.7'], /--share: expected a number from 0.002 to 0.6\n$/],
  [['--kind', 'silence', '--size', '10'], /--size: expected an integer, 1000 or more\n$/],
  [['--kind', 'silence', '--end', 'noon'], /--end: expected a time like/],
])('edge-logs incident %j exits with 2 and says what is wrong', async (flags, problem) => {
  expect(await incident(...flags)).toEqual({code: 2, out: '', err: expect.stringMatching(problem)});
});
