import {TAG_COLOURS} from '../core/connection/connection.ts';
import {WRITE_POLICIES} from '../core/connection/writes.ts';
import type {FieldSpec} from '../form/form.ts';
import {sanitise} from '../text/sanitise.ts';
import {formDialog} from './form-dialog.ts';

export interface ProfileEdits {
  readonly tabs: readonly string[];
  fileNote(path: string): string | undefined;
  /** Returns the profile's fields without secrets. The text of a field that is not set is empty. */
  valuesOf(name: string): Readonly<Record<string, string>>;
  /** Removes fields with an empty text. Keeps comments and other fields. Rejects if the config would be invalid. */
  save(name: string, values: Readonly<Record<string, string>>, which: 'new' | 'existing'): Promise<void>;
}

const optionsOf = (names: readonly string[], none: string) => [
  {value: '', label: none},
  ...names.map(name => ({value: name, label: name})),
];

const nameField: FieldSpec = {kind: 'text', name: 'name', label: 'Name'};

const fieldsOf = ({tabs, fileNote}: ProfileEdits): readonly FieldSpec[] => [
  {kind: 'text', name: 'url', label: 'URL', placeholder: 'https://edge.example.com'},
  {kind: 'text', name: 'username', label: 'Account', placeholder: 'asked at sign-in'},
  {kind: 'text', name: 'caFile', label: 'CA file', placeholder: 'system authorities', note: fileNote},
  {kind: 'text', name: 'pinSha256', label: 'Pinned SHA-256', placeholder: 'none'},
  {kind: 'text', name: 'label', label: 'Label', placeholder: 'such as PRODUCTION'},
  {kind: 'choice', name: 'colour', label: 'Colour', options: optionsOf(TAG_COLOURS, 'none')},
  {kind: 'choice', name: 'writePolicy', label: 'Write policy', options: optionsOf(WRITE_POLICIES, 'default')},
  {kind: 'text', name: 'agents', label: 'Agents', placeholder: 'ids with commas'},
  {kind: 'choice', name: 'firstTab', label: 'First tab', options: optionsOf(tabs, 'default')},
];

export const profileForm = <A>(edits: ProfileEdits, name: string | undefined, saved: (name: string) => A) =>
  formDialog(
    {
      title: name === undefined ? 'Add a profile' : `Edit the profile ${sanitise(name)}`,
      fields: [...(name === undefined ? [nameField] : []), ...fieldsOf(edits)],
      given: name === undefined ? {} : edits.valuesOf(name),
      submitLabel: 'save',
      submit: async values => {
        const own = name ?? (values.name ?? '').trim();
        await edits.save(own, values, name === undefined ? 'new' : 'existing');
        return own;
      },
    },
    saved,
  );
