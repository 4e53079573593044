import {createElement, Fragment} from 'react';
import {dispatchKey, type LiveCommand} from '../commands/command.ts';
import type {Mounted} from '../core/screen.ts';
import {type AskKeyring, unlockDialog} from '../dialogs/unlock-dialog.ts';
import type {App, AppView} from './app.ts';

export interface LockOptions {
  readonly now: () => number;
  /** Milliseconds without a key press. Undefined: the console locks only by a command. */
  lockAfter(): number | undefined;
  askKeyring(): AskKeyring | undefined;
}

const CHECK_MS = 500;

export const withLock = (app: App, {now, lockAfter, askKeyring}: LockOptions): App & {lock(): void} => {
  let dialog: Mounted | undefined;
  let usedAt = now();
  let masked: {readonly of: AppView; readonly view: AppView} | undefined;

  const lock = (): void => {
    const {connection} = app.view();
    if (dialog !== undefined || connection === undefined || connection.identity.kind === 'anonymous') return;
    connection.writes.end();
    const {open} = unlockDialog(connection, askKeyring());
    app.push(host => {
      // The dialog closes only after a successful unlock. Requests to close it, as by Esc, are ignored.
      const intend: typeof host.intend = (intent, from) =>
        intent.kind === 'close' ? undefined : host.intend(intent, from);
      const own = open({...host, intend}, renewed => {
        dialog = undefined;
        usedAt = now();
        host.intend({kind: 'close'}, own);
        if (renewed !== undefined) app.renewed(renewed);
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

  const unlocking = (shown: Mounted): readonly LiveCommand[] => shown.commands().filter(({id}) => id !== 'close');

  const global = (): readonly LiveCommand[] =>
    app
      .commands()
      .global.filter(({id}) => id === 'quit' || id === 'repaint')
      .map(command => ({...command, keys: command.keys.filter(key => key !== 'q')}));

  // This timer also locks the console while another program uses the terminal.
  setInterval(() => {
    if (now() - usedAt >= (lockAfter() ?? Number.POSITIVE_INFINITY)) lock();
  }, CHECK_MS).unref();

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
      else dispatchKey(key, {...shown, commands: () => unlocking(shown)}, global());
    },
    point: event => {
      if (dialog !== undefined) return;
      usedAt = now();
      app.point(event);
    },
    paste: text => {
      usedAt = now();
      if (dialog === undefined) app.paste(text);
      else dialog.type({kind: 'paste', text});
    },
    commands: () => (dialog === undefined ? app.commands() : {front: unlocking(dialog), global: global()}),
  };
};
