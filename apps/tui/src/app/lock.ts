import {createElement, Fragment} from 'react';
import {dispatchKey, type LiveCommand} from '../commands/command.ts';
import type {Mounted} from '../core/screen.ts';
import {unlockDialog} from '../dialogs/unlock-dialog.ts';
import type {App, AppView} from './app.ts';

interface LockOptions {
  readonly now: () => number;
  /** Time without a key after which the console locks, in milliseconds. Undefined: it locks only when asked. */
  readonly lockAfter: number | undefined;
}

export interface LockableApp extends App {
  /** Masks the screen until the password is given. Does nothing without a credential. Ends permissions of changes. */
  lock(): void;
}

const CHECK_MS = 500;

/** Adds a lock to the console. While it is locked, reading goes on, and only the unlock dialog and quitting have keys. */
export const withLock = (app: App, {now, lockAfter}: LockOptions): LockableApp => {
  let dialog: Mounted | undefined;
  let usedAt = now();
  let masked: {readonly of: AppView; readonly view: AppView} | undefined;

  const lock = (): void => {
    const {connection} = app.view();
    if (dialog !== undefined || connection === undefined || connection.identity.kind === 'anonymous') return;
    connection.writes.end();
    const {open} = unlockDialog(connection);
    app.push(host => {
      // Only the reply closes the dialog: Esc does not.
      const intend: typeof host.intend = (intent, from) =>
        intent.kind === 'close' ? undefined : host.intend(intent, from);
      const own = open({...host, intend}, () => {
        dialog = undefined;
        usedAt = now();
        host.intend({kind: 'close'}, own);
      });
      dialog = own;
      return own;
    });
  };

  const maskedView = (view: AppView, shown: Mounted): AppView => {
    if (masked?.of !== view) {
      const screen = {...shown, title: 'Locked', render: () => createElement(Fragment)};
      const hidden = {tabs: [], views: [], flash: undefined, connection: undefined};
      masked = {of: view, view: {...view, ...hidden, screen, dialog: shown}};
    }
    return masked.view;
  };

  /** The commands of the unlock dialog, which cannot be closed. */
  const unlocking = (shown: Mounted): readonly LiveCommand[] => shown.commands().filter(({id}) => id !== 'close');

  const quit = (): readonly LiveCommand[] =>
    app
      .commands()
      .global.filter(({id}) => id === 'quit')
      .map(command => ({...command, keys: command.keys.filter(key => key !== 'q')}));

  if (lockAfter !== undefined) {
    setInterval(() => {
      if (now() - usedAt >= lockAfter) lock();
    }, CHECK_MS).unref();
  }

  return {
    ...app,
    get names() {
      return app.names;
    },
    lock,
    view: () => (dialog === undefined ? app.view() : maskedView(app.view(), dialog)),
    press: key => {
      usedAt = now();
      const shown = dialog;
      if (shown === undefined) app.press(key);
      else dispatchKey(key, {...shown, commands: () => unlocking(shown)}, quit());
    },
    paste: text => {
      usedAt = now();
      if (dialog === undefined) app.paste(text);
      else dialog.type({kind: 'paste', text});
    },
    commands: () => (dialog === undefined ? app.commands() : {front: unlocking(dialog), global: quit()}),
  };
};
