import {InvalidArgumentError} from '@commander-js/extra-typings';

const parserOf =
  (form: RegExp, what: string) =>
  (least = 0, most = Number.POSITIVE_INFINITY) =>
  (text: string): number => {
    const value = Number(text);
    if (form.test(text) && value >= least && value <= most) return value;
    const range = most === Number.POSITIVE_INFINITY ? `, ${least} or more` : ` from ${least} to ${most}`;
    throw new InvalidArgumentError(`expected ${what}${range}`);
  };

export const integer = parserOf(/^\d{1,15}$/, 'an integer');
export const number = parserOf(/^\d{1,12}(\.\d+)?$/, 'a number');

export const isTime = (time: Date): boolean => time.getUTCFullYear() >= 1970 && time.getUTCFullYear() <= 9999;

export const time = (text: string): Date => {
  const value = new Date(text);
  if (isTime(value)) return value;
  throw new InvalidArgumentError('expected a time like 2026-11-20T12:00:00Z');
};

export const levels = (mix: string): Readonly<Record<number, number>> => {
  const pairs = mix.split(',').map(part => /^([0-8])=(\d+(?:\.\d+)?)$/.exec(part));
  if (pairs.includes(null) || pairs.every(pair => Number(pair?.[2]) === 0))
    throw new InvalidArgumentError('expected a mix of levels 0 to 8 like 4=3,6=1');
  return Object.fromEntries(pairs.map(pair => [Number(pair?.[1]), Number(pair?.[2])]));
};

export const files = (path: string, others: readonly string[] = []): readonly string[] => {
  if (path === '') throw new InvalidArgumentError('expected a file');
  return [...new Set([...others, path])];
};

export const database = (text: string): string => {
  if (text !== '' && text !== ':memory:') return text;
  throw new InvalidArgumentError('expected a file or postgres://…; an in-memory database would be lost');
};
