import type {ErrorLogEntry} from '@edge-console/schema';
import {parseNginx} from '../../text/nginx.ts';
import {dimensionsOf, pathOf} from '../dimensions.ts';
import type {ConditionField} from './condition.ts';
import {requestIdsOf} from './entry-values.ts';

/** Returns an entry's values by condition field, in the order in which the console offers them. */
export const conditionValues = (
  entry: ErrorLogEntry,
  template: string | undefined,
): ReadonlyMap<ConditionField, string> => {
  const {lua, ...values} = dimensionsOf(entry);
  const request = parseNginx(entry.log)?.fields.request;
  const ids = requestIdsOf(entry);
  const entries: readonly (readonly [ConditionField, string | undefined])[] = [
    ['pattern', template],
    ['server', values.server],
    ['upstream', values.upstream],
    ['request', values.request],
    ['path', request === undefined ? undefined : pathOf(request)],
    ['client', values.client],
    ['host', values.host],
    ['errno', values.errno],
    ['req', ids.length === 1 ? ids[0] : undefined],
    ['file', lua],
    ['level', values.level],
    ['zone', values.zone],
    ['dictionary', values.dictionary],
    ['group', values.group],
    ['certificate', values.certificate],
  ];
  return new Map(
    entries.flatMap(([field, value]) => (value === undefined || value.trim() === '' ? [] : [[field, value]])),
  );
};
