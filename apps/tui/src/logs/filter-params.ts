import {LEVELS} from '@edge-console/schema/values';
import type {Params} from '../core/screen.ts';
import type {LogFilter, TimeRange} from './filter.ts';

/** A filter as parameters of a tab; {@link filterOfParams} reads them. */
export const filterParams = ({range, requestId, ...numbers}: LogFilter): Params =>
  Object.fromEntries(
    Object.entries({...numbers, ...range, requestId}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

const NUMBERS = ['nodeType', 'nodeId', 'appId', 'from', 'to', 'last'] as const;

/**
 * Reads `level` (number or name), `nodeType`, `nodeId`, `appId`, `requestId`, and the range: `from`, `to` and `last` in
 * seconds. A sentence about what is wrong.
 */
export const filterOfParams = (params: Params): LogFilter | string => {
  const wrong = NUMBERS.find(name => params[name] !== undefined && !/^-?\d+$/.test(params[name]));
  if (wrong !== undefined) return `${wrong} is not a whole number: ${params[wrong]}`;
  const {level = '', requestId = ''} = params;
  const named = LEVELS.map(String).indexOf(level.toUpperCase());
  const value = named >= 0 ? String(named) : level;
  if (value !== '' && !/^[0-8]$/.test(value)) return `there is no level ${level}`;
  const given = (...names: readonly (typeof NUMBERS)[number][]) =>
    Object.fromEntries(names.flatMap(name => (params[name] === undefined ? [] : [[name, Number(params[name])]])));
  return {
    ...(value !== '' && {level: Number(value)}),
    ...given('nodeType', 'nodeId', 'appId'),
    ...(requestId !== '' && {requestId}),
    range: given('from', 'to', 'last') satisfies TimeRange,
  };
};
