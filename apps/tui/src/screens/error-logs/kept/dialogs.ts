import type {ErrorLogEntry} from '@edge-console/schema';
import type {Intent} from '../../../core/screen.ts';
import {formDialog} from '../../../dialogs/form-dialog.ts';
import type {FieldSpec} from '../../../form/form.ts';
import {type Bookmark, placeOf, readBookmarks, removeBookmark, saveBookmark} from '../../../saved/bookmarks.ts';
import type {LogsAction} from '../model/state.ts';

/** The note of a bookmark. */
export const noteFields: readonly FieldSpec[] = [
  {kind: 'text', name: 'note', label: 'Note', placeholder: 'why it matters; can be empty'},
];

const removeField: FieldSpec = {
  kind: 'choice',
  name: 'keep',
  label: 'Bookmark',
  options: [
    {value: 'keep', label: 'keep'},
    {value: 'remove', label: 'remove'},
  ],
};

/** Asks for the note of a bookmark, or whether to remove it; with a note, keeps it at once. */
export const bookmarkDialog = (
  entry: ErrorLogEntry,
  {known, note}: {readonly known: Bookmark | undefined; readonly note: string | undefined},
): Intent<LogsAction> =>
  formDialog(
    {
      title: known === undefined ? 'Bookmark the entry' : 'The bookmark of the entry',
      fields: known === undefined ? noteFields : [...noteFields, removeField],
      given: {note: note ?? known?.note ?? ''},
      atOnce: note !== undefined,
      submitLabel: 'apply',
      submit: async ({note: text = '', keep: choice = 'keep'}, {preferences}) => {
        if (choice === 'remove') await removeBookmark(preferences(), entry.id);
        else await saveBookmark(preferences(), {...placeOf(entry), note: text.trim()});
        return readBookmarks(preferences());
      },
    },
    (bookmarks): LogsAction => ({kind: 'bookmarks', bookmarks}),
  );
