import type {Connection, Identity} from '../../core/connection/connection.ts';
import type {Host, Mounted} from '../../core/screen.ts';
import type {AppOptions} from '../app.ts';
import type {Stage} from '../stage.ts';
import {createPrompts} from './prompts.ts';

interface Entering {
  /** The screen that signed in or out. It is not reset, because its state already describes the new connection. */
  readonly from?: Mounted | undefined;
  readonly restore?: (() => unknown) | undefined;
}

export const createConnections = (
  {connection, start}: Pick<AppOptions, 'connection' | 'start'>,
  {host, stage, stopWatch}: {host: Host; stage: Stage; stopWatch: () => void},
) => {
  let current = connection;
  let waiting: {readonly next: Connection | undefined; readonly from: Mounted | undefined} | undefined;
  let replaced: Connection[] = [];

  const hasDialog = (): boolean => stage.dialog() !== undefined;

  const begin = (): void => stage.begin((current && start?.(current).tabs) ?? {});

  const enter = (from?: Mounted): void => {
    if (stage.screen() !== from) stage.screen().enter();
  };

  const connect = (next: Connection | undefined, {from, restore}: Entering = {}): void => {
    const unused = [current, waiting?.next, ...replaced].flatMap(connection => connection?.client ?? []);
    current = next;
    waiting = undefined;
    replaced = [];
    prompts.reset();
    stopWatch();
    stage.reset(from);
    restore?.();
    begin();
    for (const client of new Set(unused)) if (client !== next?.client) client.close();
    enter(from);
    host.changed();
  };

  const show = (next: Connection): void => {
    current = next;
    host.changed();
  };

  const replace = (next: Connection): void => {
    show(next);
    enter();
  };

  const renew = (next: Connection): void => {
    replace(next);
    stage.dialog()?.signedIn();
  };

  /** If dialogs are open, they send their requests with the old client until they close. */
  const connectTrusted = (next: Connection): void => {
    if (hasDialog()) {
      if (current !== undefined) replaced.push(current);
      replace(next);
    } else connect(next);
  };

  const prompts = createPrompts(host, {expire: show, renew, trust: connectTrusted});

  return {
    current: (): Connection | undefined => current,
    start(): void {
      begin();
      enter();
    },
    connect,
    connectWhenClosed(next: Connection | undefined, from: Mounted): void {
      if (hasDialog()) waiting = {next, from};
      else connect(next, {from});
    },
    closed(): void {
      if (hasDialog()) return;
      for (const {client} of replaced.splice(0)) client.close();
      if (waiting !== undefined) connect(waiting.next, {from: waiting.from});
    },
    failed: prompts.failed,
    reconfigured(relabel: (connection: Connection) => Connection): void {
      if (current === undefined) return;
      const before = current;
      current = relabel(before);
      prompts.relabelled(before, current);
      enter();
    },
    renewed(identity: Identity): void {
      if (current === undefined) return;
      prompts.closePassword();
      renew({...current, identity});
    },
  };
};
