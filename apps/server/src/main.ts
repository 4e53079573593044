import {constants} from 'node:os';
import process from 'node:process';
import {run} from './cli/edge-server.ts';

/** esbuild replaces this constant by the version in package.json. */
declare const VERSION: string;

const {promise: stopped, resolve: stop} = Promise.withResolvers<void>();

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
// As PID 1 of a container, the process has no default action for signals.
const exitNow = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
const stopGracefully = () => {
  for (const signal of SIGNALS) process.off(signal, stopGracefully).on(signal, exitNow);
  stop();
};
for (const signal of SIGNALS) process.on(signal, stopGracefully);

// The reader of a pipe, such as `head`, may close it early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const terminal = {
  out: (text: string) => process.stdout.write(text),
  err: (text: string) => process.stderr.write(text),
  stopped,
  version: VERSION,
  controlSecret: process.env.EDGE_SERVER_CONTROL_SECRET || undefined,
};
// The CommonJS bundle of the executable cannot contain a top-level `await`.
void run(process.argv.slice(2), terminal).then(code => process.exit(code));
