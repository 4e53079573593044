import type {ProfileStart} from '../core/profile-start.ts';
import {parseSpan} from '../format/parse-time.ts';
import type {Profile} from './config-schema.ts';

/** Returns what a profile shows first: the tab, and the parameters of each tab for which it has defaults. */
export const profileStart = (tab: string | undefined, defaults: Profile['defaults'] = {}): ProfileStart => {
  const {'error-logs': logs, tokens, applications} = defaults;
  return {
    tab,
    tabs: {
      ...(logs !== undefined && {'error-logs': logParams(logs)}),
      ...(tokens !== undefined && {tokens: {sort: tokens.sort, reverse: String(tokens.reverse ?? false)}}),
      ...(applications !== undefined && {applications}),
    },
  };
};

const logParams = ({range, ...fields}: NonNullable<NonNullable<Profile['defaults']>['error-logs']>) => {
  const span = range === undefined ? undefined : parseSpan(range);
  const params = Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  return {...Object.fromEntries(params), ...(span !== undefined && {last: String(Math.round(span / 1000))})};
};
