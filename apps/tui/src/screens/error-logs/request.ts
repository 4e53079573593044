import type {ErrorLogEntry} from '@edge-console/schema';
import type {Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec} from '../../form/form.ts';
import {filterParams} from '../../logs/filter.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {LogsAction} from './model/state.ts';

/** A request id, such as `000028800bac65d7fed03afd` (docs/field-facts.md#11), not part of a longer word. */
const REQUEST_ID = /(?<![0-9A-Za-z])[0-9a-f]{24}(?![0-9A-Za-z])/g;
const MAX_IDS = 8;
/** Fields in which a gateway may send it; the contract has none (docs/contract.md#error-logs). */
const FIELDS = ['req_id', 'request_id'];

/** The request ids of an entry: of a field of the row, else those in its message. */
export const requestIdsOf = ({raw, log}: ErrorLogEntry): readonly string[] => {
  const sent = FIELDS.map(name => raw[name]).find(value => typeof value === 'string' || typeof value === 'number');
  if (sent !== undefined && sent !== '') return [String(sent)];
  return [...new Set(log.slice(0, 16_384).match(REQUEST_ID) ?? [])].slice(0, MAX_IDS);
};

/** Shows all entries of a request, as a view of its own in the history. */
export const goToRequest = (requestId: string): Intent<LogsAction> => ({
  kind: 'goto',
  screen: 'error-logs',
  params: filterParams({req: requestId, range: {}}),
});

/** Asks which request, where the entry names none or several. */
export const requestDialog = (ids: readonly string[]): Intent<LogsAction> => {
  const field: FieldSpec =
    ids.length > 0
      ? {
          kind: 'choice',
          name: 'id',
          label: 'Request id',
          options: ids.map(id => ({value: id, label: sanitise(id)})),
        }
      : {
          kind: 'text',
          name: 'id',
          label: 'Request id',
          placeholder: '24 hex characters, as in the response or the access log',
          check: value => (value.trim() === '' ? 'enter a request id' : undefined),
          note: () => 'This entry names none: look in the access log.',
        };
  return formDialog(
    {
      title: ids.length > 0 ? 'The message has several request ids' : 'All entries of a request',
      fields: [field],
      submitLabel: 'show',
      submit: async ({id = ''}) => id.trim(),
    },
    (id): LogsAction => ({kind: 'pivot', id}),
  );
};
