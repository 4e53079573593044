import {isDeepStrictEqual} from 'node:util';
import {createElement} from 'react';
import {liveCommands, type TextInput} from '../commands/command.ts';
import {editField, insertText, type TextTarget} from '../form/text-field.ts';
import type {DialogIntent, Host, Mounted, Screen, ScreenEntry, Task} from './screen.ts';

export const dialogOf = <S, A, Out, B>(screen: Screen<S, A, Out>, done: (out: Out) => B): DialogIntent<B> => ({
  kind: 'dialog',
  open: (host, reply) => mount(screen, host, out => reply(done(out))),
});

export const screenEntry = <S, A>(id: string, screen: Screen<S, A>): ScreenEntry => ({
  id,
  title: screen.title,
  commands: screen.commands,
  scopes: screen.subjects && Object.fromEntries(Object.entries(screen.subjects).map(([id, {fields}]) => [id, fields])),
  mount: host => mount(screen, host),
});

const onlyStarts = (tasks: readonly Task<unknown, unknown>[]): boolean =>
  tasks.length > 0 && tasks.every(task => task.kind === 'effect' && task.background === true);

/** Returns the action of an input, or undefined if the target ignores it. */
const typed = <A>(target: TextTarget<A>, input: TextInput): A | undefined => {
  const {field, erase} = target;
  if (erase !== undefined && field.value === '' && input.kind === 'key' && input.key === 'backspace') return erase;
  const edited = input.kind === 'paste' ? insertText(field, input.text) : editField(field, input.key);
  return edited && target.changed(edited);
};

export const mount = <S, A, Out>(screen: Screen<S, A, Out>, host: Host, reply?: (out: Out) => void): Mounted => {
  let state = screen.initial;
  let isRestored = false;
  const effects = host.effects();

  const send = (action: A): void => {
    const before = state;
    const [next, ...tasks] = screen.update(state, action, host.env());
    state = next;
    if (screen.address !== undefined && !isDeepStrictEqual(screen.address(before), screen.address(next))) {
      host.moved(mounted, restoring(before));
    }
    for (const task of tasks) carryOut(task);
    if (next !== before || !onlyStarts(tasks)) host.changed();
  };

  const sendIf = (action: A | undefined): void => (action === undefined ? undefined : send(action));

  const restoring = (before: S) => () => {
    effects.cancelAll();
    state = before;
    sendIf(screen.restored ?? screen.enter);
  };

  const carryOut = (task: Task<A, Out>): void => {
    if (task.kind === 'effect') effects.run(task, send);
    else if (task.kind === 'cancel') effects.cancel(task.name);
    else if (task.kind === 'dialog') host.push(over => task.open(over, send));
    else if (task.kind === 'reply') reply?.(task.out);
    else {
      if (task.kind === 'close') effects.cancelAll();
      host.intend(task, mounted);
    }
  };

  const mounted: Mounted = {
    title: screen.title,
    commands: () => liveCommands(screen.commands, state, {send, now: () => host.env().now}),
    type: input => {
      const target = screen.textTarget?.(state);
      const action = target && typed(target, input);
      sendIf(action);
      return action !== undefined;
    },
    point: event => {
      const pointed = screen.pointed?.(state, event, host.env());
      if (pointed === 'enter') return 'enter';
      if (pointed !== undefined) send(pointed.action);
      return undefined;
    },
    typing: () => screen.textTarget?.(state) !== undefined,
    takes: key => {
      const target = screen.textTarget?.(state);
      return target !== undefined && editField(target.field, key) !== undefined;
    },
    enter: () => {
      const wasRestored = isRestored;
      isRestored = false;
      sendIf(wasRestored ? (screen.restored ?? screen.enter) : screen.enter);
    },
    leave: () => sendIf(screen.leave),
    resized: () => sendIf(screen.resized),
    signedIn: () => sendIf(screen.signedIn),
    open: params => {
      const action = screen.open?.(params) ?? `${screen.title} takes no parameters.`;
      if (typeof action === 'string') return action;
      send(action);
      return undefined;
    },
    preset: params => {
      const action = screen.preset?.(params) ?? screen.scope?.show(params) ?? screen.open?.(params);
      if (typeof action !== 'string') sendIf(action);
    },
    address: () => screen.address?.(state),
    scope: () => screen.scope?.of(state),
    showScope: scope => {
      if (screen.scope === undefined || isDeepStrictEqual(screen.scope.of(state), scope)) return;
      const action = screen.scope.show(scope);
      if (typeof action !== 'string') send(action);
    },
    subject: scope => {
      const subject = screen.subjects?.[scope];
      return subject && {row: subject.of(state)};
    },
    settle: () => sendIf(screen.scope?.settle),
    reset: () => {
      effects.cancelAll();
      state = screen.initial;
      isRestored = false;
    },
    save: () => {
      const saved = state;
      return () => {
        state = saved;
        isRestored = true;
      };
    },
    snapshot: () => restoring(state),
    busy: effects.busy,
    held: () => screen.holds?.(state),
    progress: () => screen.progress?.(state),
    render: () => createElement(screen.View, {state}),
  };
  return mounted;
};
