import type {Exchange} from '@edge-console/client';
import type {App, AppOptions, AppPorts} from '../app/app.ts';
import {createApp} from '../app/create-app.ts';
import {type LockOptions, withLock} from '../app/screen-lock.ts';
import {type CommandNames, createNames} from '../commands/names.ts';
import type {KeyOverrides} from '../commands/overrides.ts';
import {isSignedIn} from '../core/connection/connection.ts';
import {paneOf} from '../root/frame.ts';
import {commandLayers, createScreens, placeSources, signInTab, workTab} from '../screens/registry.ts';
import type {LastResponse} from '../ui/context.ts';

export interface ConsoleOptions extends Omit<AppOptions, 'screens' | 'first' | 'places' | 'names' | 'paneOf'> {
  /** Default: the sign-in tab. If the connection has a credential, the tab of `start`, or else the error logs. */
  readonly tab: string | undefined;
  /** Default: the console locks only by a command, and unlocks with the session's password or the API token. */
  readonly lock?: Omit<LockOptions, 'now'> | undefined;
}

export const consoleNames = (overrides: KeyOverrides): CommandNames =>
  createNames(commandLayers(), {overrides, tabs: {'sign-in': signInTab}});

/** `exchanges` must be in order, oldest first. */
export const lastResponseOf = (exchanges: readonly Exchange[]) => (): LastResponse | undefined => {
  const last = exchanges.findLast(({status}) => status !== undefined);
  return last && {at: last.at.getTime() + last.ms, ms: last.ms};
};

const firstOf = ({connection, start}: Pick<AppOptions, 'connection' | 'start'>): string =>
  isSignedIn(connection) ? (start?.(connection).tab ?? workTab) : signInTab;

export const createConsole = (
  {tab, lock = {lockAfter: () => undefined, askKeyring: () => undefined}, ...options}: ConsoleOptions,
  ports: Omit<AppPorts, 'lock'>,
): App => {
  const app = createApp(
    {
      ...options,
      screens: createScreens(),
      first: tab ?? firstOf(options),
      places: placeSources,
      names: consoleNames(options.keys),
      paneOf,
    },
    {...ports, lock: () => lockable.lock()},
  );
  const lockable = withLock(app, {now: options.now, ...lock});
  return lockable;
};
