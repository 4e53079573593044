import type {Connection} from '../core/connection.ts';
import {NotConnected} from '../core/failure.ts';
import {memoryPreferences} from '../core/preferences.ts';
import type {EffectContext, Held, Host, Mounted, Tone} from '../core/screen.ts';
import type {AppOptions} from './options.ts';
import {createPrompts} from './prompts.ts';

/** What a change of the connection does to the app. */
interface ConnectionsTarget {
  changed(): void;
  /** Before the data of the old connection must go; `from` has those of the new one. */
  reset(from: Mounted | undefined): void;
  /** Shows the data of the connection. */
  enter(from: Mounted | undefined): void;
  push(open: (host: Host) => Mounted): void;
  flash(tone: Tone, text: string, hint?: string): void;
  /** What would be lost with the open dialogs. */
  held(): Held | undefined;
  hasDialog(): boolean;
}

/** The connection in use, and the prompts that its failures open. */
export const createConnections = (options: AppOptions, target: ConnectionsTarget) => {
  const preferences = options.preferences ?? memoryPreferences();
  let current = options.connection;
  let profilesAsked = 0;
  let waiting: {readonly next: Connection | undefined; readonly from: Mounted | undefined} | undefined;
  let replaced: Connection[] = [];

  const used = (): Connection => {
    if (current === undefined) throw new NotConnected();
    return current;
  };

  /** Data of the old connection must not be used on the new one. */
  const connect = (next: Connection | undefined, from?: Mounted): void => {
    const unused = [current, waiting?.next, ...replaced].flatMap(connection => connection?.client ?? []);
    current = next;
    waiting = undefined;
    replaced = [];
    target.reset(from);
    for (const client of new Set(unused)) if (client !== next?.client) client.close();
    target.enter(from);
    target.changed();
  };

  /** A change that the operator did not ask for now: open dialogs belong to the connection before it. */
  const connectWhenClosed = (next: Connection | undefined, from: Mounted): void => {
    if (target.hasDialog()) waiting = {next, from};
    else connect(next, from);
  };

  /** The same gateway and credential: open dialogs go on, and what they sent before ends on the old client. */
  const connectTrusted = (next: Connection): void => {
    if (!target.hasDialog()) connect(next);
    else {
      if (current !== undefined) replaced.push(current);
      current = next;
      target.changed();
      target.enter(undefined);
    }
  };

  const closed = (): void => {
    if (target.hasDialog()) return;
    for (const {client} of replaced.splice(0)) client.close();
    if (waiting !== undefined) connect(waiting.next, waiting.from);
  };

  /** True if something would be lost with the open dialogs; says what to do first. */
  const refuses = (): boolean => {
    const held = target.held();
    if (held !== undefined) target.flash('warn', held.text, held.hint);
    return held !== undefined;
  };

  const prompts = createPrompts(options.now, {
    current: () => current,
    replace: next => {
      current = next;
      target.changed();
    },
    renewed: next => {
      current = next;
      target.changed();
      target.enter(undefined);
    },
    connect: connectTrusted,
    push: target.push,
  });

  const context: EffectContext = {
    client: () => used().client,
    now: options.now,
    open: options.open,
    runbooks: options.runbooks ?? {},
    configPath: options.configPath,
    preferences: () => preferences(used().profile),
  };

  return {
    current: () => current,
    connectWhenClosed,
    closed,
    context,
    failed: prompts.failed,
    useProfile(name: string): void {
      if (refuses()) return;
      const asked = ++profilesAsked;
      options.profiles?.open(name).then(
        next => {
          // A profile that was asked for later is opened in its place.
          if (asked !== profilesAsked || refuses()) return next.client.close();
          connect(next);
          target.flash('ok', `Connected to ${next.profile}.`);
        },
        (error: unknown) => target.flash('error', error instanceof Error ? error.message : String(error)),
      );
    },
  };
};
