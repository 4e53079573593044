import type {Target} from '../gateway/open-gateway.ts';
import {assertNew, readKey, record} from '../record/record-gateway.ts';
import {SAMPLE_REQUESTS} from '../record/sample.ts';
import type {Terminal} from './edge-conformance.ts';
import type {RecordFlags} from './flags.ts';

/** Number of requests that the read-only checks send, if no list changes meanwhile. */
const CHECK_REQUESTS = 240;

export const recordGateway = async (flags: RecordFlags, target: Target, terminal: Terminal): Promise<number> => {
  const {out, rate, keyFile, dryRun} = flags;
  const maxRequests = Math.floor(flags.maxRequests);
  await assertNew(out);
  const key = await readKey(keyFile);
  terminal.err(plan(target, {out, rate, maxRequests, now: new Date()}));
  if (dryRun) return 0;
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
