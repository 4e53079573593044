import type {ErrorLogEntry} from '@edge-console/schema';
import {logForms} from '../../output/row-fields.ts';
import {valuesOf} from '../../output/view.ts';
import {parseNginx} from '../../text/nginx.ts';
import {dimensionsOf, pathOf} from '../dimensions.ts';
import type {LogFilter} from '../filter.ts';
import type {ConditionField} from './entry-condition.ts';
import {requestIdsOf} from './entry-values.ts';

/** The values are in the order in which the console offers the fields. */
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

const CARRIED = ['client', 'server', 'host', 'upstream', 'request', 'path'] as const;

/** Names of the values that user-defined commands can use. */
export const ENTRY_FIELDS: readonly string[] = [
  ...Object.keys(logForms.fields),
  ...(['request_id', ...CARRIED, 'node_id', 'app_id'] as const),
];

export const entryRow = (entry: ErrorLogEntry, {node, app}: Pick<LogFilter, 'node' | 'app'>) => {
  const values = conditionValues(entry, undefined);
  return {
    ...valuesOf(logForms, entry),
    request_id: values.get('req'),
    ...Object.fromEntries(CARRIED.map(name => [name, values.get(name)])),
    // Entries have neither node nor application, so user-defined commands get those of the filter.
    ...{node_id: node, app_id: app},
  };
};
