import {parseExpiry} from '../../screens/tokens/expiry.ts';
import {CommandError} from '../exit.ts';

/** Milliseconds since the epoch of an option. */
export const expiryOption = (name: string, text: string, now: number): number => {
  const expire = parseExpiry(text, now);
  if (typeof expire === 'string') throw new CommandError('usage', `${name}: ${expire}`);
  return expire;
};
