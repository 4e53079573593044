import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {constants} from 'node:os';
import process from 'node:process';
import {run} from './cli/run.ts';

const {version} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {version: string};
const {promise: stopped, resolve: stop} = Promise.withResolvers<void>();

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
// Explicitly: as the first process of a container, signals do nothing by themselves.
const endAtOnce = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
const stopInTime = () => {
  for (const signal of SIGNALS) process.off(signal, stopInTime).on(signal, endAtOnce);
  stop();
};
for (const signal of SIGNALS) process.on(signal, stopInTime);

// Whoever reads has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const code = await run(process.argv.slice(2), {
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  },
  stopped,
  version,
  controlSecret: process.env.EDGE_SERVER_CONTROL_SECRET || undefined,
  columns: process.stderr.isTTY ? process.stderr.columns : undefined,
});
process.exit(code);
