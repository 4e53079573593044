import {Secret} from '@edge-console/schema';
import type {Intent} from '../../../src/core/screen.ts';
import {confirmDialog} from '../../../src/dialogs/confirm.ts';
import {formDialog} from '../../../src/dialogs/form-dialog.ts';
import {secretDialog} from '../../../src/dialogs/secret.ts';
import {textDialog} from '../../../src/dialogs/text-dialog.ts';
import {applicationsScreen} from '../../../src/screens/applications/screen.ts';
import {errorLogsScreen} from '../../../src/screens/error-logs/screen.ts';
import {sessionScreen} from '../../../src/screens/session/screen.ts';
import {tokensScreen} from '../../../src/screens/tokens/screen.ts';
import type {Pty} from '../../pty/harness.ts';
import {globalLayer, stillHost} from '../../support/layers.ts';

interface KeyRecord {
  readonly id: string;
  readonly keys: readonly string[];
}

const opened = (intent: Intent<null>): readonly KeyRecord[] => {
  if (intent.kind !== 'dialog') throw new Error(`${intent.kind} opens nothing`);
  return intent.open(stillHost, () => undefined).commands();
};

const recordsOf = (layer: string): readonly KeyRecord[] => {
  switch (layer) {
    case 'global':
      return globalLayer().commands;
    case 'session':
      return sessionScreen({}).commands;
    case 'tokens':
      return tokensScreen.commands;
    case 'error-logs':
      return errorLogsScreen.commands;
    case 'applications':
      return applicationsScreen.commands;
    case 'form':
      return opened(formDialog({title: '', fields: [], submitLabel: '', submit: async () => null}, () => null));
    case 'confirm':
      return opened(confirmDialog({title: '', lines: [], confirmLabel: '', carryOut: async () => null}, () => null));
    case 'secret':
      return opened(secretDialog({title: '', lines: [], secret: new Secret('none')}, null));
    case 'text':
      return textDialog({title: '', lines: () => [], closeKeys: []})(stillHost).commands();
    default:
      return [];
  }
};

/** The keys of a binding, as the key records have them: `tokens.create`, `global.quit`; `form.submit` in any form dialog. */
export const keysOf = (id: string): readonly string[] => {
  const [layer = '', name] = id.split('.');
  const keys = recordsOf(layer).find(record => record.id === name)?.keys ?? [];
  if (keys.length === 0) throw new Error(`no key is bound to ${id}`);
  return keys;
};

/** Presses the first key of each binding, one after the other. */
export const press = (pty: Pty, ...ids: string[]): void => {
  for (const id of ids) pty.press(keysOf(id)[0] ?? '');
};
