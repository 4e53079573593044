import type {Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec} from '../../form/form.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {ListEvent} from '../list.ts';
import {parseSearch} from '../rows/search.ts';

export const searchField: FieldSpec = {
  kind: 'text',
  name: 'text',
  label: 'Look for',
  placeholder: 'regular expression; !x finds rows without x; empty clears the search',
  check: value => {
    const parsed = value === '' ? undefined : parseSearch(value);
    return typeof parsed === 'string' ? parsed : undefined;
  },
};

const MAX_SEARCHES = 20;

export const withSearch = (searches: readonly string[], text: string): readonly string[] =>
  [text, ...searches.filter(other => other !== text)].slice(0, MAX_SEARCHES);

export const searchDialog = (many: string, searches: readonly string[]): Intent<ListEvent> =>
  formDialog(
    {
      title: `Search the ${many}`,
      fields: [
        {...searchField, history: searches, note: () => (searches.length === 0 ? undefined : earlierText(searches))},
      ],
      submitLabel: 'search',
      submit: async ({text = ''}) => text,
    },
    (text): ListEvent => ({kind: 'list.search', text}),
  );

const MAX_SHOWN = 3;

const earlierText = (searches: readonly string[]): string =>
  sanitise(`earlier: ${searches.slice(0, MAX_SHOWN).join(', ')}`);

const ROW = /^\d{1,12}$|^(?:100|\d{1,2})(?:\.\d+)?\s*%$/;

export const rowField: FieldSpec = {
  kind: 'text',
  name: 'row',
  label: 'Row',
  placeholder: '12000 from the top, or 40%',
  check: value => (ROW.test(value.trim()) ? undefined : 'enter a number of rows, or a part such as 40%'),
};

export const rowDialog = (): Intent<ListEvent> =>
  formDialog(
    {title: 'Go to a row', fields: [rowField], submitLabel: 'go', submit: async ({row = ''}) => row},
    (row): ListEvent => ({kind: 'list.goto', row}),
  );

export const indexOfRow = (row: string, count: number): number => {
  const number = Number.parseFloat(row);
  const index = row.trim().endsWith('%') ? Math.floor((count * number) / 100) : number - 1;
  return Math.max(0, Math.min(count - 1, index));
};

const VISIBILITY = ['shown', 'hidden'].map(value => ({value, label: value}));

/** Columns with the priority 0 cannot be hidden. */
export const columnsDialog = (
  columns: readonly {readonly id: string; readonly title?: unknown; readonly priority: number}[],
  hidden: ReadonlySet<string>,
): Intent<ListEvent> => {
  const optional = columns.filter(({priority}) => priority > 0);
  return formDialog(
    {
      title: 'Choose the columns',
      fields: optional.map(({id, title}) => ({
        kind: 'choice',
        name: id,
        label: typeof title === 'string' ? title : id,
        options: VISIBILITY,
      })),
      given: Object.fromEntries(optional.map(({id}) => [id, hidden.has(id) ? 'hidden' : 'shown'])),
      submitLabel: 'apply',
      submit: async values => new Set(optional.map(({id}) => id).filter(id => values[id] === 'hidden')),
    },
    (chosen): ListEvent => ({kind: 'list.columns', hidden: chosen}),
  );
};
