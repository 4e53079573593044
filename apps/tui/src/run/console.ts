import type {Exchange} from '@edge-console/client';
import type {App, AppOptions, AppPorts, Parts} from '../app/app.ts';
import {createApp} from '../app/create-app.ts';
import {type LockOptions, withLock} from '../app/screen-lock.ts';
import {type CommandNames, createNames} from '../commands/names.ts';
import type {KeyOverrides} from '../commands/overrides.ts';
import {isSignedIn} from '../core/connection/connection.ts';
import {paneOf} from '../root/frame.ts';
import type {ConsoleParts} from '../screens/first-screen.ts';
import {signInTab, TABS, workTab} from '../screens/tabs.ts';
import type {LastResponse} from '../ui/context.ts';

export interface ConsoleOptions extends Omit<AppOptions, keyof Parts | 'tabs' | 'first' | 'paneOf'> {
  readonly parts: ConsoleParts;
  /** Default if signed in: the first tab from the settings (`start`), or the error logs. Otherwise: the sign-in tab. */
  readonly tab: string | undefined;
  /** Default: the console locks only by a command, and unlocks with the session's password or the API token. */
  readonly lock?: Omit<LockOptions, 'now'> | undefined;
}

export const consoleNames = ({layers}: Pick<ConsoleParts, 'layers'>, overrides: KeyOverrides): CommandNames =>
  createNames(layers, {overrides, tabs: {'sign-in': signInTab}});

export const appParts = ({layers, ...parts}: ConsoleParts, overrides: KeyOverrides): Parts => ({
  ...parts,
  names: consoleNames({layers}, overrides),
});

/** `exchanges` must be in order, oldest first. */
export const lastResponseOf = (exchanges: readonly Exchange[]) => (): LastResponse | undefined => {
  const last = exchanges.findLast(({status}) => status !== undefined);
  return last && {at: last.at.getTime() + last.ms, ms: last.ms};
};

export const firstTab = ({tab, connection, start}: Pick<ConsoleOptions, 'tab' | 'connection' | 'start'>): string =>
  tab ?? (isSignedIn(connection) ? (start?.(connection).tab ?? workTab) : signInTab);

export const createConsole = (
  {parts, tab, lock = {lockAfter: () => undefined, askKeyring: () => undefined}, ...options}: ConsoleOptions,
  ports: Omit<AppPorts, 'lock'>,
): App => {
  const app = createApp(
    {
      ...options,
      ...appParts(parts, options.keys),
      tabs: TABS,
      first: firstTab({tab, ...options}),
      paneOf,
    },
    {...ports, lock: () => lockable.lock()},
  );
  const lockable = withLock(app, {now: options.now, ...lock});
  return lockable;
};
