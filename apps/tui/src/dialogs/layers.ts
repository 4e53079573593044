import type {CommandLayer} from '../commands/command.ts';
import {confirmCommands} from './confirm.ts';
import {formDialogCommands} from './form-dialog.ts';
import {secretCommands} from './secret.ts';
import {textCommands} from './text-dialog.ts';

/** The commands of every kind of dialog; the config names them all `dialog.<id>`. */
export const dialogLayers: readonly CommandLayer[] = [
  {layer: 'dialog', title: 'Dialogs: a text to read (help, last requests)', commands: textCommands([])},
  {layer: 'dialog', title: 'Dialogs: a form', commands: formDialogCommands('apply')},
  {layer: 'dialog', title: 'Dialogs: a confirmation', commands: confirmCommands},
  {layer: 'dialog', title: 'Dialogs: a new secret', commands: secretCommands},
];
