import type {Connection} from '../connection.ts';
import {NotConnected} from '../failure.ts';
import {memoryKeep} from '../keep.ts';
import type {EffectContext, Host, Mounted, Tone} from '../screen.ts';
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
  flash(tone: Tone, text: string): void;
}

/** The connection in use, and the prompts that its failures open. */
export const createConnections = (options: AppOptions, target: ConnectionsTarget) => {
  const keep = options.keep ?? memoryKeep();
  let current = options.connection;
  let profilesAsked = 0;

  const used = (): Connection => {
    if (current === undefined) throw new NotConnected();
    return current;
  };

  /** Data of the old connection must not be used on the new one. */
  const connect = (next: Connection | undefined, from?: Mounted): void => {
    const previous = current;
    current = next;
    target.reset(from);
    if (previous !== undefined && previous.client !== next?.client) previous.client.close();
    target.enter(from);
    target.changed();
  };

  const prompts = createPrompts(options, {
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
    connect,
    push: target.push,
  });

  const context: EffectContext = {
    client: () => used().client,
    now: options.now,
    open: options.open,
    runbooks: options.runbooks ?? {},
    configPath: options.configPath,
    keep: () => keep(used().profile),
  };

  return {
    current: () => current,
    connect,
    context,
    failed: prompts.failed,
    useProfile(name: string): void {
      const asked = ++profilesAsked;
      options.profiles?.open(name).then(
        next => {
          // A profile that was asked for later is opened in its place.
          if (asked !== profilesAsked) return next.client.close();
          connect(next);
          target.flash('ok', `Connected to ${next.profile}.`);
        },
        (error: unknown) => target.flash('error', error instanceof Error ? error.message : String(error)),
      );
    },
  };
};
