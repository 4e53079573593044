import {parseExpiry} from '../../screens/tokens/expiry.ts';
import type {Retirement} from '../../screens/tokens/retire.ts';
import {CommandError} from '../exit.ts';

/** Milliseconds since the epoch of an option. */
export const expiryOption = (name: string, text: string, now: number): number => usable(name, parseExpiry(text, now));

const MINUTE_MS = 60_000;

/** What happens to the old token of a rotation, from a time as `--expires` takes it. */
export const graceOption = (text: string, now: number): Retirement => {
  if (text.trim() === '0') {
    throw new CommandError('usage', '--grace 0: --delete ends the old token at once, --grace never leaves it as it is');
  }
  const until = usable('--grace', parseExpiry(text, now, MINUTE_MS));
  return until === 0 ? {kind: 'keep'} : {kind: 'drain', ms: until - now};
};

const usable = (name: string, expire: number | string): number => {
  if (typeof expire === 'string') throw new CommandError('usage', `${name}: ${expire}`);
  return expire;
};
