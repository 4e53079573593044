import {Secret} from '@edge-console/schema';
import type {CommandLayer} from '../../scripts/keys-doc.ts';
import type {LiveCommand} from '../../src/commands/command.ts';
import type {App} from '../../src/core/app.ts';
import {createEffectRunner} from '../../src/core/effects.ts';
import {NotConnected} from '../../src/core/failure.ts';
import type {Host, Intent, Mounted} from '../../src/core/screen.ts';
import {confirmDialog} from '../../src/dialogs/confirm.ts';
import {formDialog} from '../../src/dialogs/form-dialog.ts';
import {secretDialog} from '../../src/dialogs/secret.ts';
import {textDialog} from '../../src/dialogs/text-dialog.ts';
import {createConsole} from '../../src/run/console.ts';
import {createScreens} from '../../src/screens/registry.ts';

const unconnected = () => {
  throw new NotConnected();
};

/** A host for looking at what is mounted: it carries nothing out. */
export const stillHost: Host = {
  env: () => ({now: 0, size: {columns: 120, rows: 31}, connection: undefined}),
  changed: () => undefined,
  intend: () => undefined,
  push: () => undefined,
  effects: () => createEffectRunner({client: unconnected, now: () => 0, open: unconnected}, () => undefined),
};

/** The whole console without a gateway, a clock or a terminal. */
export const stillConsole = (columns = 120, rows = 36): App =>
  createConsole(
    {
      connection: undefined,
      exchanges: [],
      open: unconnected,
      username: undefined,
      tab: 'error-logs',
      keys: {},
      size: {columns, rows},
      now: () => 0,
    },
    {copy: () => undefined, quit: () => undefined, suspend: () => undefined, repaint: () => undefined},
  );

export interface LiveLayer extends CommandLayer {
  readonly commands: readonly LiveCommand[];
}

const opened = (intent: Intent<null>): Mounted => {
  if (intent.kind !== 'dialog') throw new Error('not a dialog');
  return intent.open(stillHost, () => undefined);
};

const dialogs = (): readonly (readonly [string, Mounted])[] => [
  [
    'Dialogs: a text to read (help, last requests)',
    textDialog({title: '', lines: () => [], closeKeys: ['q']})(stillHost),
  ],
  [
    'Dialogs: a form',
    opened(formDialog({title: '', fields: [], submitLabel: 'apply', submit: async () => null}, () => null)),
  ],
  [
    'Dialogs: a confirmation',
    opened(confirmDialog({title: '', lines: [], confirmLabel: 'Delete', carryOut: async () => null}, () => null)),
  ],
  ['Dialogs: a new secret', opened(secretDialog({title: '', lines: [], secret: new Secret('')}, null))],
];

export const globalLayer = (): LiveLayer => ({
  layer: 'global',
  title: 'Everywhere',
  commands: stillConsole().commands().global,
});

export const screenLayers = (): readonly LiveLayer[] =>
  createScreens({signIn: {}}).map(({id, title, mount}) => ({
    layer: id,
    title: `${title} tab`,
    commands: mount(stillHost).commands(),
  }));

export const dialogLayers = (): readonly LiveLayer[] =>
  dialogs().map(([title, mounted]) => ({layer: 'dialog', title, commands: mounted.commands()}));

/** Every layer with all its commands, in the order of docs/KEYS.md. */
export const documentedLayers = (): readonly CommandLayer[] => [
  globalLayer(),
  ...createScreens({signIn: {}}).map(({id, title, commands}) => ({layer: id, title: `${title} tab`, commands})),
  ...dialogLayers(),
];

/** Every layer with the commands of its initial state. */
export const allLayers = (): readonly LiveLayer[] => [globalLayer(), ...screenLayers(), ...dialogLayers()];
