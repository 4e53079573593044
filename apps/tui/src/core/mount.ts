import {createElement} from 'react';
import {editField, insertText} from '../form/text-field.ts';
import type {Command, Host, LiveBinding, Mounted, Screen, TextInput} from './screen.ts';

/** Brings a screen to life. `reply` receives what a dialog answers to its opener. */
export const mount = <S, A, Out>(screen: Screen<S, A, Out>, host: Host, reply?: (out: Out) => void): Mounted => {
  let state = screen.initial;
  const effects = host.effects();

  const send = (action: A): void => {
    const [next, ...commands] = screen.update(state, action, host.env());
    state = next;
    for (const command of commands) carryOut(command);
    host.changed();
  };

  const carryOut = (command: Command<A, Out>): void => {
    if (command.kind === 'effect') effects.run(command, send);
    else if (command.kind === 'cancel') effects.cancel(command.name);
    else if (command.kind === 'dialog') host.push(command.open(host, send));
    else if (command.kind === 'reply') reply?.(command.out);
    else {
      if (command.kind === 'close') effects.cancelAll();
      host.intend(command, mounted);
    }
  };

  const type = (input: TextInput): boolean => {
    const target = screen.textTarget?.(state);
    if (target === undefined) return false;
    const edited = input.kind === 'paste' ? insertText(target.field, input.text) : editField(target.field, input.key);
    if (edited === undefined) return false;
    send(target.changed(edited));
    return true;
  };

  const mounted: Mounted = {
    title: screen.title,
    bindings: () =>
      screen.keys
        .filter(binding => binding.when?.(state) ?? true)
        .map(
          (binding): LiveBinding => ({
            id: binding.id,
            keys: binding.keys,
            label: binding.label,
            footer: binding.footer ?? false,
            dangerous: binding.dangerous ?? false,
            disabledReason: binding.disabledReason?.(state),
            press: () => send(binding.action),
          }),
        ),
    type,
    typing: () => screen.textTarget?.(state) !== undefined,
    takes: key => {
      const target = screen.textTarget?.(state);
      return target !== undefined && editField(target.field, key) !== undefined;
    },
    enter: () => send(screen.enter),
    leave: () => (screen.leave === undefined ? undefined : send(screen.leave)),
    resized: () => (screen.resized === undefined ? undefined : send(screen.resized)),
    open: params => {
      const action = screen.open?.(params) ?? `${screen.title} cannot be opened at a place.`;
      if (typeof action === 'string') return action;
      send(action);
      return undefined;
    },
    reset: () => {
      effects.cancelAll();
      state = screen.initial;
    },
    busy: effects.busy,
    render: () => createElement(screen.View, {state}),
  };
  return mounted;
};
