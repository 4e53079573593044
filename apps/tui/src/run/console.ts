import type {Exchange} from '@edge-console/client';
import {type CommandNames, createNames} from '../commands/names.ts';
import type {KeyOverrides} from '../commands/overrides.ts';
import type {App} from '../core/app/app.ts';
import {createApp} from '../core/app/create.ts';
import type {AppOptions, Profiles} from '../core/app/options.ts';
import {type Connection, isSignedIn} from '../core/connection.ts';
import type {Size, Target} from '../core/screen.ts';
import {commandLineDialog} from '../dialogs/command-line/dialog.ts';
import {helpDialog} from '../dialogs/help.ts';
import {requestsDialog} from '../dialogs/requests.ts';
import {signInAgainDialog} from '../dialogs/sign-in-again.ts';
import {trustDialog} from '../dialogs/trust.ts';
import {parseWatch, watchLog} from '../explore/watch.ts';
import {paneOf} from '../root/layout.ts';
import {viewPlaces} from '../saved/views.ts';
import {saveViewDialog, viewsDialog} from '../saved/views-dialog.ts';
import {commandLayers, createScreens, placeSources, signInTab, workTab} from '../screens/registry.ts';
import type {LastResponse} from '../ui/context.ts';

export interface ConsoleOptions {
  readonly connection: Connection | undefined;
  /** The last requests, oldest first. The owner of the clients appends to it. */
  readonly exchanges: readonly Exchange[];
  readonly open: (target: Target) => Connection | Promise<Connection>;
  readonly profiles?: Profiles;
  readonly keep?: AppOptions['keep'];
  readonly runbooks?: AppOptions['runbooks'];
  readonly configPath?: string;
  readonly tab: string | undefined;
  readonly keys: KeyOverrides;
  readonly size: Size;
  readonly now: () => number;
}

export type ConsolePorts = Pick<AppOptions, 'copy' | 'bell' | 'quit' | 'suspend' | 'repaint' | 'themes'>;

/** Key names with the overrides of the config; `{sign-in}` is the sign-in tab. */
export const consoleNames = (overrides: KeyOverrides): CommandNames =>
  createNames(commandLayers(), {overrides, tabs: {'sign-in': signInTab}});

/** When the last response came, of exchanges whose oldest is first. */
export const lastResponseOf = (exchanges: readonly Exchange[]) => (): LastResponse | undefined => {
  const last = exchanges.findLast(({status}) => status !== undefined);
  return last && {at: last.at.getTime() + last.ms, ms: last.ms};
};

/** Composes the app from screens, dialogs and commands. */
export const createConsole = (options: ConsoleOptions, ports: ConsolePorts): App => {
  const {connection} = options;
  const history: string[] = [];
  return createApp({
    ...ports,
    screens: createScreens(),
    first: options.tab ?? (isSignedIn(connection) ? workTab : signInTab),
    connection,
    open: options.open,
    profiles: options.profiles,
    keep: options.keep,
    runbooks: options.runbooks,
    configPath: options.configPath,
    now: options.now,
    size: options.size,
    keys: options.keys,
    names: consoleNames(options.keys),
    paneOf,
    signInAgain: signInAgainDialog,
    trust: (connection, certificate, trusted) => {
      const {open} = trustDialog(
        {host: new URL(connection.url).host, certificate, pin: connection.pin},
        sha256 => sha256,
      );
      return host => open(host, trusted);
    },
    help: helpDialog,
    commandLine: commandLineDialog(history, [viewPlaces, ...placeSources]),
    saveView: saveViewDialog,
    views: viewsDialog,
    checkWatch: text => {
      const request = parseWatch(text);
      return typeof request === 'string' ? request : undefined;
    },
    watch: async (text, client, {report, signal}) => {
      const request = parseWatch(text);
      if (typeof request === 'string') throw new Error(request);
      for await (const event of watchLog(client, request, {now: options.now(), signal})) {
        if (event.kind === 'alarm') report.alarm(event.reason, event.entry.log);
        else report.state(event.failure === undefined ? 'watching' : 'failing');
      }
    },
    requests: ({names}) => requestsDialog(options.exchanges, names.keysOf('global.requests')),
  });
};
