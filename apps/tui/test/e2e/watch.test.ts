import {expect, it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';

const BELL = '\u0007';
const now = Math.floor(Date.now() / 1000);

it('a watch rings the bell on any tab, and says why, if entries are too frequent or have a new pattern', async () => {
  const old = Array.from({length: 20}, (_, at) => logEntry(`connection ${at} closed`, {log_time: now - 3600 + at}));
  const gateway = await startGateway({seed: {error_logs: old}});
  const console = await startConsole(['--url', gateway.url, '--tab', 'error-logs'], {env: withToken});
  const type = (line: string) => console.press('global.command-line').see('Command').type(line).press('dialog.run');
  const bells = () => console.output().split(BELL).length - 1;
  const append = (log: string, count: number) =>
    gateway.store.errorLogs.append(Array.from({length: count}, (_, at) => logEntry(`${log} ${at}`, {log_time: now})));
  await console.status('20 entries');
  await type('watch rate=often').see('often is no rate').press('dialog.close').gone('often is no rate');

  // Entries count as new only after the first poll. The console must not say before that it watches.
  gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 1_000});
  await type('watch level=error rate=3/min').see('starting to watch');
  await console.see('watching level=error rate=3/min').press('global.tab-tokens');
  // A switch of the tab clears the message.
  await console.see('for tests');
  gateway.clearFaults();
  const before = bells();
  await append('burst', 4);
  // The message disappears after some seconds; the alarm stays.
  await console
    .see('error: more than 3 entries of at least ERROR in 60s: burst 3')
    .see('ALARM more than 3 entries of at least ERROR in 60s');
  await console.see(() => bells() === before + 1);

  await type('watch pattern=new')
    .see('Watching pattern=new in place of level=error rate=3/min.')
    .see('watching pattern=new');
  await gateway.store.errorLogs.append([logEntry('connection 77 closed', {log_time: now})]);
  await append('disk is full', 1);
  await console.see('a new pattern: disk is full').see('ALARM a new pattern');
  await type('watch keep=/crash|panic/ rate=1/min').see('watching keep=/crash|panic/ rate=1/min');
  await append('quiet', 3);
  await append('panic', 2);
  await console.see('more than 1 entries of keep /crash|panic/ in 60s: panic 1');
  await type('watch off').see('Stopped watching keep=/crash|panic/ rate=1/min.').gone('ALARM');
  expect(console.screen()[0]).not.toContain('watching');
});
