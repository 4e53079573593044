import {UsageError} from '../check.ts';
import type {Target} from '../gateway/open-gateway.ts';
import {assertNew, readKey, record} from '../record/record-gateway.ts';
import {SAMPLE_REQUESTS} from '../record/sample.ts';
import type {Terminal} from './edge-conformance.ts';
import type {RecordFlags} from './flags.ts';

/** Number of requests that the read-only checks send, if no list changes meanwhile. */
const CHECK_REQUESTS = 240;

const numberOf = (flag: string, text: string, {least, most}: {least: number; most: number}): number => {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && value <= most) return value;
  throw new UsageError(`--${flag} must be a number from ${least} to ${most}`);
};

export const recordCommand = async (flags: RecordFlags, target: Target, terminal: Terminal): Promise<number> => {
  const {out, rate: rateText = '2', 'max-requests': maxText = '300'} = flags;
  if (out === undefined) throw new UsageError('--out is missing; see --help');
  const rate = numberOf('rate', rateText, {least: 0.01, most: 1000});
  const maxRequests = Math.floor(numberOf('max-requests', maxText, {least: 20, most: 100_000}));
  await assertNew(out);
  const key = await readKey(flags['key-file']);
  terminal.err(plan(target, {out, rate, maxRequests, now: new Date()}));
  if (flags['dry-run']) return 0;
  const {signal} = terminal;
  const recording = await record(target, {out, key, limits: {rate, maxRequests, signal}});
  if (!recording) return Number(signal.reason);
  const {totals, replaced, requests, problems} = recording;
  for (const problem of problems) terminal.err(`edge-conformance: ${problem}\n`);
  const {held, violation, difference, unchecked} = totals;
  terminal.out(
    `${requests} requests; ${held} held, ${violation} violations, ${difference} differences, ${unchecked} not checked\n`,
  );
  for (const [field, kinds] of Object.entries(replaced)) {
    terminal.out(
      `replaced in ${field}: ${Object.entries(kinds)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', ')}\n`,
    );
  }
  terminal.out(`written to ${out}; edge-server --twin ${out} serves it\n`);
  return problems.length > 0 ? 1 : 0;
};

interface Plan {
  readonly out: string;
  readonly rate: number;
  readonly maxRequests: number;
  readonly now: Date;
}

const time = (date: Date): string => date.toTimeString().slice(0, 8);

const plan = ({baseUrl, consoleUrl, account}: Target, {out, rate, maxRequests, now}: Plan): string => {
  const expected = Math.min(maxRequests, CHECK_REQUESTS + SAMPLE_REQUESTS);
  const end = new Date(now.getTime() + (maxRequests / rate) * 1000);
  return [
    `edge-conformance: records ${[baseUrl, ...(consoleUrl === undefined ? [] : [consoleUrl])].join(' and ')} to ${out}`,
    `  about ${expected} requests, at most ${maxRequests}, ${rate} per second, from ${time(now)} to about ${time(end)} (${now.toTimeString().slice(9, 17)})`,
    '  makes the checks that write nothing, and reads up to 1,000 rows of each list; creates and changes no token',
    account
      ? `  logs in as the given account and ends each session`
      : '  logs in with unknown users only, which is refused',
    '',
  ].join('\n');
};
