import {it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';

/** Up to 100,000 entries are read completely instead of sampled. */
const ENTRIES = 100_400;
const logs = Array.from({length: ENTRIES}, (_, at) =>
  logEntry(at % 4 === 0 ? `worker process ${at} exited` : `connection ${at} closed by peer`, {log_time: NEWEST - at}),
);

it('patterns and facets show a sample with its progress, and keys stop it or read all entries', async () => {
  const gateway = await startGateway({seed: {error_logs: logs}});
  const console = await startConsole(['--url', gateway.url, '--tab', 'error-logs'], {env: withToken});
  await console.status('100,400 entries');
  gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 150});
  await console
    .press('error-logs.patterns')
    .status(/reading [\d,]+ of [\d,]+ rows/)
    .press('patterns.stop');
  await console.see('The reading was stopped.');
  gateway.clearFaults();
  await console
    .press('patterns.refresh')
    .status(/sample [\d,]+ of 100,400/)
    .see(/ ± .* connection <\*> closed/);
  gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 20});
  await console.press('patterns.read-all').status(/reading [\d,]+ of 100,400 rows/);
  await console.status('exact').see(/75,300 +75 % .* connection <\*> closed by peer/);
  gateway.clearFaults();
  await console
    .press('error-logs.facets')
    .status(/sample/)
    .see(/level +ERROR +100,400/);
});
