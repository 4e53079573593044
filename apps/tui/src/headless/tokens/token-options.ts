import {Option} from '@commander-js/extra-typings';
import {TOKEN_NAME_MAX} from '@edge-console/schema/values';
import {parseExpiry} from '../../screens/tokens/expiry.ts';
import type {Retirement} from '../../screens/tokens/retire.ts';
import {CommandError} from '../exit.ts';
import type {OutputOptions} from '../output.ts';

export const TOKENS_ARGUMENT = ['<token...>', 'ids or names; - reads them from standard input, one a line'] as const;

export const secretOption = () =>
  new Option('--secret-to <file>', 'new file for the secret, mode 0600; - for standard output').makeOptionMandatory();

export const checkOutputs = ({output, fields, secretTo}: OutputOptions & {readonly secretTo: string}): void => {
  if (secretTo !== '-' || (output === undefined && typeof fields !== 'string')) return;
  throw new CommandError('usage', '--secret-to - writes to standard output, as --output does; give a file');
};

export const checkName = (name: string): string => {
  if (name.trim() === '') throw new CommandError('usage', '--name: a name is needed');
  if (name.length > TOKEN_NAME_MAX) throw new CommandError('usage', `--name: at most ${TOKEN_NAME_MAX} characters`);
  return name.trim();
};

const checkExpiry = (option: string, expire: number | string): number => {
  if (typeof expire === 'string') throw new CommandError('usage', `${option}: ${expire}`);
  return expire;
};

/** Returns milliseconds since the epoch. 0 means never. */
export const expiryOf = (text: string, now: number): number => checkExpiry('--expires', parseExpiry(text, now));

const MINUTE_MS = 60_000;

export const retirementOf = (text: string, now: number): Retirement => {
  if (text.trim() === '0')
    throw new CommandError('usage', '--grace 0: --delete ends the old token at once, --grace never leaves it as it is');
  const until = checkExpiry('--grace', parseExpiry(text, now, MINUTE_MS));
  return until === 0 ? {kind: 'leave'} : {kind: 'drain', ms: until - now};
};
