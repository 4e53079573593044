import {constants} from 'node:os';
import process from 'node:process';
import {main} from './cli/edge-conformance.ts';

/** esbuild replaces this constant by the version in package.json. */
declare const VERSION: string;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort(128 + constants.signals[signal]));
}
// The reader of the output, such as `head`, may close the pipe. The run then ends and cleans up.
process.stdout.on('error', () => stop.abort(141));

process.exitCode = await main(process.argv.slice(2), {
  out: text => void process.stdout.write(text),
  err: text => void process.stderr.write(text),
  env: process.env,
  version: VERSION,
  signal: stop.signal,
});
