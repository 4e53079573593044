import type {Command} from '../commands/command.ts';
import type {DialogIntent} from '../core/screen.ts';
import {messageForm} from '../dialogs/form-dialog.ts';
import {writeNewFile} from '../files/locked-file.ts';
import type {Values} from '../form/form.ts';
import {pathField, pathOf, timedName} from './export-form.ts';

export interface Report {
  /** Noun for the content, such as `the findings`. */
  readonly what: string;
  /** Suffix of the default file name, such as `findings.md`. */
  readonly name: string;
  text(): string;
}

export const reportDialog = ({what, name, text}: Report, values: Values | undefined): DialogIntent<never> => ({
  kind: 'dialog',
  open: messageForm({
    title: `Write ${what} to a file`,
    fields: [pathField],
    ...(values && {given: values}),
    submitLabel: 'write',
    atOnce: values !== undefined,
    submit: async ({path = ''}, {now}) => {
      const file = path.trim() === '' ? timedName(name, now()) : path.trim();
      await writeNewFile(pathOf(file), text(), {force: false, advice: 'choose another file'});
      return `Wrote ${what} to ${file}.`;
    },
  }),
});

export const reportCommand = <S, A>(
  {what, action}: {readonly what: string; readonly action: (values: Values | undefined) => A},
  disabledReason: (state: S) => string | undefined,
): Command<S, A> => ({
  id: 'export',
  title: `Write ${what} to a file`,
  keys: ['x'],
  group: 'Copy',
  footer: 'report',
  args: {fields: [pathField], action},
  action: action(undefined),
  disabledReason,
});
