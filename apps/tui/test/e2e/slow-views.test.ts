import {it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {manyEntries} from '../support/logs.ts';
import {sizes} from './support/frame-checks.ts';

it.each(sizes('80x24', '120x36'))('at $cols×$rows a view says what it waits for until it has rows', async size => {
  const gateway = await startGateway({seed: {error_logs: manyEntries(2_000)}});
  const console = await startConsole(['--url', gateway.url, '--tab', 'error-logs'], {env: withToken, ...size});
  await console.see('entry 2000 of the day');
  gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 1_200});
  await console.press('error-logs.facets').see('Waiting for the values: no response yet.');
  await console.see(/Waiting for the values: reading [\d,]+ of 2,000 rows\./);
  await console.see(/Waiting for the values: counting the entries of \d+ nodes\./);
  await console.press('error-logs.investigate').see('Waiting for the findings: no response yet.');
});
