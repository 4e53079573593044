import type {Next, Task} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec} from '../../form/form.ts';
import {lengthOf, newest} from './rows.ts';
import {parseSearch, type Search, searchLoaded, type Walk} from './search.ts';
import {searchPages} from './search-effects.ts';
import type {ErrorLogsAction, ErrorLogsState} from './state.ts';

type Step = Next<ErrorLogsState, ErrorLogsAction>;

export const searchField: FieldSpec = {
  kind: 'text',
  name: 'text',
  label: 'Look for',
  placeholder: 'a regular expression; !x finds what lacks x; nothing ends the search',
  check: value => {
    const parsed = value === '' ? undefined : parseSearch(value);
    return typeof parsed === 'string' ? parsed : undefined;
  },
};

export const searchDialog = (search: Search | undefined): Task<ErrorLogsAction> =>
  formDialog(
    {
      title: 'Search the messages',
      fields: [searchField],
      given: {text: search?.text ?? ''},
      submitLabel: 'search',
      submit: async ({text = ''}) => text,
    },
    (text): ErrorLogsAction => ({kind: 'search', text}),
  );

/**
 * The next match after the selected entry. Rows in memory are looked at first; from the first that is not there, pages
 * are read on until a match, the end, or Esc. `select` shows the row of an index.
 */
export const searchOn = (state: ErrorLogsState, by: 1 | -1, select: (index: number) => Step): Step => {
  if (state.search === undefined) return [state, searchDialog(undefined)];
  const step = searchLoaded(state.rows, state.search, {from: state.position.selected + by, by});
  switch (step.kind) {
    case 'found':
      return select(step.index);
    case 'unread':
      return walk(state, {
        by,
        position: newest(state.rows) - step.index,
        counted: state.rows.counted,
        late: state.paging.late,
      });
    case 'end':
      return [state, nothingMore(by)];
    default:
      return step satisfies never;
  }
};

/** Reads on from a position; what has been searched so far is shown. */
export const walk = (state: ErrorLogsState, searching: Walk): Step => {
  const {search, rows} = state;
  const beyond = searching.position < rows.floor || searching.position > newest(rows);
  if (search === undefined || lengthOf(rows) === 0) return [{...state, searching: undefined}];
  if (beyond) return [{...state, searching: undefined}, nothingMore(searching.by)];
  return [{...state, searching}, searchPages(state, search, searching)];
};

const nothingMore = (by: 1 | -1): Task<ErrorLogsAction> => ({
  kind: 'flash',
  tone: 'warn',
  text:
    by === 1
      ? 'No older entry matches; N goes back to newer ones.'
      : 'No newer entry matches; n goes on to older ones.',
});
