import type {Secret} from '@edge-console/schema';
import {type Command, inGroup} from '../commands/command.ts';
import {dialogOf} from '../core/mount.ts';
import type {Intent, Next, Screen} from '../core/screen.ts';
import {sanitise} from '../text/sanitise.ts';
import {wrap} from '../text/wrap.ts';
import type {Role} from '../theme/theme.ts';
import {dialogCells, dialogView} from '../ui/DialogBox.tsx';

export interface SecretOptions {
  readonly title: string;
  readonly lines: readonly string[];
  readonly secret: Secret;
}

interface SecretState {
  readonly revealed: boolean;
  readonly copied: boolean;
  /** True after the first `leave`, which asks for confirmation. The second one closes the dialog. */
  readonly leaving: boolean;
}

type SecretAction = {readonly kind: 'reveal' | 'copy' | 'leave' | 'stay'};

const command = inGroup<SecretState, SecretAction>('Secret');

export const secretCommands: readonly Command<SecretState, SecretAction>[] = [
  command({id: 'copy', title: 'Copy the secret', keys: ['y'], footer: 'copy', action: {kind: 'copy'}}),
  command({
    id: 'reveal',
    title: 'Show or hide the secret',
    keys: ['v'],
    footer: 'show or hide',
    action: {kind: 'reveal'},
  }),
  command({
    id: 'leave',
    title: 'Close: the secret is stored',
    keys: ['enter', 'ctrl-c'],
    footer: 'it is stored',
    action: {kind: 'leave'},
  }),
  command({id: 'stay', title: 'Stay: it is not stored yet', keys: ['esc'], action: {kind: 'stay'}}),
];

export const secretDialog = <A>(options: SecretOptions, done: A): Intent<A> =>
  dialogOf(secretScreen(options), () => done);

const secretScreen = (options: SecretOptions): Screen<SecretState, SecretAction, null> => ({
  title: options.title,
  initial: {revealed: false, copied: false, leaving: false},
  update: (state, action): Next<SecretState, SecretAction, null> => {
    switch (action.kind) {
      case 'reveal':
        return [{...state, revealed: !state.revealed, leaving: false}];
      case 'copy':
        return [
          {...state, copied: true, leaving: false},
          {kind: 'copy', text: options.secret, what: 'the secret'},
        ];
      case 'leave':
        if (!state.leaving) return [{...state, revealed: false, leaving: true}];
        return [state, {kind: 'close'}, {kind: 'reply', out: null}];
      case 'stay':
        return [{...state, leaving: false}];
      default:
        return action.kind satisfies never;
    }
  },
  commands: secretCommands,
  holds: () => ({text: LOST, hint: 'Store it first; {dialog.leave} says that it is stored.'}),
  View: dialogView((state, ui) => {
    const {paint, glyphs} = ui;
    const cells = dialogCells(ui.columns);
    const sentence = (role: Role, text: string): string[] => wrap(ui.say(text), cells).map(line => paint(role, line));
    const shown = state.revealed
      ? wrap(sanitise(options.secret.reveal()), cells - 2)
      : [`${glyphs.mask.repeat(MASKED_CELLS)}${sanitise(options.secret.fingerprint)}`];
    return {
      title: options.title,
      head: options.lines.flatMap(line => wrap(sanitise(line), cells)),
      foot: [
        '',
        ...shown.map(line => `  ${paint('strong', line)}`),
        '',
        ...(state.copied ? sentence('status.ok', 'Copied to the clipboard of this terminal.') : []),
        ...(state.leaving ? sentence('status.warn', LEAVING) : sentence('muted', KEYS)),
      ],
    };
  }),
});

export const LOST = 'The new secret would be lost.';
const MASKED_CELLS = 28;
const KEYS = '{dialog.copy} copies it without showing it, {dialog.reveal} shows it, {dialog.leave} when it is stored.';
const LEAVING = 'It cannot be shown again. Press {dialog.leave} once more when it is stored, {dialog.stay} to stay.';
