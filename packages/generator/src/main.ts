import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {constants} from 'node:os';
import process from 'node:process';
import {run} from './cli/edge-logs.ts';

const {version} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {version: string};
const stop = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort();
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  });
}

// The program that reads the pipe, such as `head`, may close it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

// process.exit() would drop output that is not yet written.
process.exitCode = await run(process.argv.slice(2), {
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  },
  stopped: stop.signal,
  version,
  columns: process.stderr.isTTY ? process.stderr.columns : undefined,
});
