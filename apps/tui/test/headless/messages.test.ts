import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {linesOf} from '../../src/headless/messages/check.ts';
import {sharedFolder} from '../support/folder.ts';
import {sharedGateway} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {run} from './run-headless.ts';

const folder = sharedFolder('messages');
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const refused = {
  id: 'refused',
  template: '[lua] <*>: pay(): invoice <*> was refused by <*>',
  meaning: 'The bank refused a payment.',
  checks: ['The status page of the bank'],
  runbook: 'https://wiki.example.com/refused',
  worry: 'high',
};
const otp = {
  id: 'otp',
  regex: 'by zone "(?P<zone>otp|sms)"',
  meaning: 'Someone tries codes.',
  worry: 'low',
  mute: true,
};
const lost = {id: 'lost', template: 'invoice <*> lost', meaning: 'A bug.'};
const config = (...messages: readonly object[]): string => {
  const text = JSON.stringify({messages});
  return file(`config-${text.length}.json`, text);
};

const head = '2026/11/20 12:00:03 [error] 31#31: *7 ';
const lines = [
  `${head}[lua] billing.lua:7: pay(): invoice 4711 was refused by the bank, client: 10.0.7.9`,
  `${head}[lua] billing.lua:7: pay(): invoice 4712 was refused by acme, client: 10.0.7.9`,
  'stack traceback:',
  "\t/edge/billing.lua:7: in function 'pay'",
  `${head}limiting requests, excess: 7.1 by zone "otp", client: 10.0.7.9`,
  `${head}limiting requests, excess: 7.2 by zone "perip", client: 10.0.7.9`,
  `${head}parcel 7 fell off\u001b[31m the belt`,
  `${head}parcel 8 fell off\u001b[31m the belt`,
  '',
];

describe('messages check', () => {
  test('messages check prints count and first example of each message, and unexplained patterns', async () => {
    const path = file('error.log', lines.join('\r\n'));
    const args = ['messages', 'check', path, '--config', config(refused, otp)];
    const result = await run([...args, '-o', 'json']);
    expect(result).toMatchObject({code: 0});
    expect(result.err).toBe(
      '6 entries: 3 of messages of the config, 1 of messages that the console knows, 2 that none explains. 2 further lines of entries, such as tracebacks, were not read.\n',
    );
    expect(JSON.parse(result.out)).toEqual([
      {kind: 'message', ids: ['refused'], lines: 2, at: 1, example: lines[0]},
      {kind: 'message', ids: ['otp'], lines: 1, at: 5, example: lines[4]},
      {
        kind: 'unexplained',
        ids: [],
        template: expect.stringContaining('parcel <*> fell off'),
        lines: 2,
        at: 7,
        example: lines[6],
      },
    ]);
    const table = await run(args, {terminal: true});
    expect(table.out).toContain('parcel <*> fell off');
    expect(table.out).not.toContain('\u001b[31m the');
    expect((await run([...args, '--top', '0', '-o', 'csv', '--fields', 'kind,lines'])).out).toBe(
      'kind,lines\nmessage,2\nmessage,1\n',
    );
  });

  test('messages check exits with 7 if a message matches no line, or two messages match the same line', async () => {
    const any = {id: 'any', template: '[lua] <*> invoice <*>', meaning: 'Any invoice.'};
    const result = await run(['messages', 'check', '-', '--config', config(refused, any, lost), '-o', 'ndjson'], {
      input: lines.join('\n'),
    });
    expect(result.code).toBe(7);
    expect(result.err).toContain('edge-console: no line matches lost; 2 lines match refused and any\n');
    const rows = result.out
      .trim()
      .split('\n')
      .map(row => JSON.parse(row));
    expect(rows.filter(({kind}) => kind === 'overlap')).toEqual([
      {kind: 'overlap', ids: ['refused', 'any'], lines: 2, at: 1, example: lines[0]},
    ]);
  });

  test('messages check accepts lines without time and level, and says why it cannot read a file', async () => {
    const bare = await run(['messages', 'check', '-', '--config', config(lost), '-o', 'csv', '--fields', 'lines'], {
      input: 'invoice 7 lost\ninvoice 8 lost',
    });
    expect(bare).toMatchObject({code: 0, out: 'lines\n2\n'});
    const none = await run(['messages', 'check', join(folder, 'none.log'), '--config', config(lost)]);
    expect(none).toMatchObject({code: 2, out: ''});
    expect(none.err).toContain('there is no such file');
    expect(await run(['messages', 'check', folder, '--config', config(lost)])).toMatchObject({code: 2});
    const bad = await run(['messages', 'check', '-', '--config', file('bad.json', '{"messages": [{"id": "a"}]}')]);
    expect(bad.err).toContain('bad.json:1:15: messages.0.meaning: ');
  });

  test('linesOf yields the same lines for any division of a file into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[aé\u{1f600}]{0,5}$/u)),
        fc.integer({min: 1, max: 9}),
        async (texts, size) => {
          const bytes = Buffer.from(texts.map(text => `${text}\n`).join(''));
          const chunks = async function* () {
            for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
          };
          expect(await Array.fromAsync(linesOf(chunks()))).toEqual(texts);
        },
      ),
    );
  });
});

test('messages list prints the messages in the order of the config', async () => {
  const {out} = await run([
    'messages',
    'list',
    '--config',
    config(refused, otp),
    '-o',
    'csv',
    '--fields',
    'id,worry,regex,mute',
  ]);
  expect(out).toBe('id,worry,regex,mute\nrefused,high,,\notp,low,"by zone ""(?P<zone>otp|sms)""",true\n');
  expect((await run(['messages', 'list', '--config', config()])).out).toBe('');
});

describe('patterns with messages in the config', () => {
  const gateway = sharedGateway(() => ({
    seed: {
      error_logs: lines
        .filter(line => line.startsWith(head))
        .map((line, at) => logEntry(line.slice(38), {log_time: 1_800_000_000 + at})),
    },
  }));

  test('logs patterns groups and explains entries by messages in the config, and omits muted ones', async () => {
    const args = ['logs', 'patterns', '--config', config(refused, otp), '--url', gateway().url];
    const {out, err} = await run([
      ...args,
      '-o',
      'json',
      '--fields',
      'known,count,worry,explanation,runbook,names,values',
    ]);
    expect(err).toContain('Left out 1 muted pattern (1 row)');
    expect(JSON.parse(out)[0]).toEqual({
      known: 'refused',
      count: 2,
      worry: 'high',
      explanation: {meaning: refused.meaning, causes: [], checks: refused.checks},
      runbook: refused.runbook,
      names: ['source', 'number', null],
      values: expect.arrayContaining([
        [
          {value: '4711', count: 1, error: 0},
          {value: '4712', count: 1, error: 0},
        ],
      ]),
    });
    const muted = await run([...args, '--muted', '-o', 'csv', '--fields', 'known,muted,template']);
    expect(muted.out).toContain('otp,message otp of the config,"/by zone ""(?P<zone>otp|sms)""/"\n');
    expect(muted.out).toContain('limit-req,,');
    const kept = [
      'logs',
      'count',
      '--url',
      gateway().url,
      '--keep',
      'pattern:/by zone "(?P<zone>otp|sms)"/',
      '-o',
      'json',
    ];
    expect(JSON.parse((await run(kept)).out)).toMatchObject([{count: 1, read: 6}]);
  });
});

describe('messages explain', () => {
  const explain = (line: string, ...args: readonly string[]) =>
    run(['messages', 'explain', line, '--config', config(refused), ...args]);

  test('messages explain prints template, meaning and checks of a message that the console knows', async () => {
    const {code, out} = await explain(`${head}no live upstreams while connecting to upstream, client: 10.0.7.9`);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      template: 'no live upstreams while connecting to upstream',
      meaning: expect.stringContaining('upstream'),
      checks: expect.arrayContaining([expect.any(String)]),
    });
  });

  test('messages explain prints what the config says of a message', async () => {
    const {out} = await explain(lines[0] ?? '', '--fields', 'meaning,checks,runbook,worry');
    const {meaning, checks, runbook, worry} = refused;
    expect(JSON.parse(out)).toEqual({meaning, checks, runbook, worry});
  });

  test('messages explain exits with 5 if neither the config nor the console explains the line', async () => {
    expect(await explain('parcel 7 fell off the belt')).toEqual({
      ...{code: 5, out: ''},
      err: 'edge-console: neither the config nor the console explains this line\n',
    });
  });
});
