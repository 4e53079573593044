import {Secret} from '@edge-console/schema';
import type {App} from '../../../src/core/app.ts';
import type {Host, Intent, LiveBinding, Mounted} from '../../../src/core/screen.ts';
import {confirmDialog} from '../../../src/dialogs/confirm.ts';
import {formDialog} from '../../../src/dialogs/form-dialog.ts';
import {secretDialog} from '../../../src/dialogs/secret.ts';
import {textDialog} from '../../../src/dialogs/text-dialog.ts';
import {globalBindings} from '../../../src/keys/global.ts';
import {createScreens} from '../../../src/screens/registry.ts';
import type {Pty} from '../../pty/harness.ts';

/** Only `effects` is asked for when something is mounted; nothing is run here. */
const host = {effects: () => ({})} as unknown as Host;

const opened = (intent: Intent<unknown>): Mounted => {
  if (intent.kind !== 'dialog') throw new Error(`${intent.kind} opens nothing`);
  return intent.open(host, () => undefined);
};

const text = textDialog({title: '', lines: () => [], closeKeys: []});
const noSecret = {title: '', lines: [], secret: new Secret('none')};

const layers = (): readonly (readonly [string, Mounted | {bindings(): readonly LiveBinding[]}])[] => {
  const screens = createScreens({signIn: {}});
  const global = globalBindings(screens.length, {help: () => text, requests: () => text});
  return [
    ...screens.map(screen => [screen.id, screen.mount(host)] as const),
    ['form', opened(formDialog({title: '', fields: [], submitLabel: '', submit: async () => ''}, () => ''))],
    ['confirm', opened(confirmDialog({title: '', lines: [], confirmLabel: '', carryOut: async () => ''}, () => ''))],
    ['secret', opened(secretDialog(noSecret, ''))],
    ['text', text(host)],
    ['global', {bindings: () => global({} as App)}],
  ];
};

const allBindings = (): Map<string, LiveBinding> =>
  new Map(layers().flatMap(([layer, from]) => from.bindings().map(binding => [`${layer}.${binding.id}`, binding])));

/** Names of the console for keys that the pty harness calls otherwise. */
const HARNESS_NAMES: Readonly<Record<string, string>> = {pageup: 'page-up', pagedown: 'page-down'};

/** The keys of a binding (`tokens.create`, `form.submit`, `global.quit`), as the key records have them. */
export const keysOf = (id: string): readonly string[] => {
  const found = allBindings().get(id);
  if (found === undefined || found.keys.length === 0) throw new Error(`no key is bound to ${id}`);
  return found.keys.map(key => HARNESS_NAMES[key] ?? key);
};

/** Presses the first key of each binding, one after the other. */
export const press = (pty: Pty, ...ids: string[]): void => {
  for (const id of ids) pty.press(keysOf(id)[0] ?? '');
};
