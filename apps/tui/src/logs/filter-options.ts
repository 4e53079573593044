import {LEVELS, NODE_TYPES} from '@edge-console/schema/values';
import {isoText} from '../format/time.ts';
import type {LogFilter} from './filter.ts';

/** Options of a command that reads the entries of a filter. */
export const filterOptions = ({level, nodeType, nodeId, appId, requestId, range}: LogFilter): readonly string[] => {
  const option = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [name, String(value)];
  const time = (seconds: number | undefined) => (seconds === undefined ? undefined : isoText(seconds));
  return [
    ...option('--level', level === undefined ? undefined : (LEVELS[level]?.toLowerCase() ?? level)),
    ...option('--node-type', nodeType === undefined ? undefined : (NODE_TYPES[nodeType] ?? nodeType)),
    ...option('--node', nodeId),
    ...option('--app', appId),
    ...option('--req', requestId),
    ...option('--since', range.last === undefined ? time(range.from) : `${range.last}s`),
    ...option('--until', time(range.to)),
  ];
};
