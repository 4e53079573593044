import type {Connection} from '../core/connection.ts';
import {type Failure, NotConnected} from '../core/failure.ts';
import {memoryPreferences} from '../core/preferences.ts';
import type {EffectContext, Mounted, OpenDialog, Tone} from '../core/screen.ts';
import {signInAgainDialog, trustDialog} from '../dialogs/connection-dialogs.ts';
import type {AppOptions} from './app.ts';
import type {Stage} from './stage.ts';

interface Surroundings {
  /** A function, since the stage is created after the connections. */
  readonly stage: () => Stage;
  changed(): void;
  push(open: OpenDialog): void;
  flash(tone: Tone, text: string, hint?: string): void;
  stopWatch(): void;
}

export const createConnections = (options: AppOptions, {stage, ...app}: Surroundings) => {
  const preferences = options.preferences ?? memoryPreferences();
  let current = options.connection;
  let profilesAsked = 0;
  let waiting: {readonly next: Connection | undefined; readonly from: Mounted | undefined} | undefined;
  let replaced: Connection[] = [];
  let promptedFor: Connection | undefined;

  const used = (): Connection => {
    if (current === undefined) throw new NotConnected();
    return current;
  };
  const hasDialog = (): boolean => stage().dialog() !== undefined;

  /** Makes the active screen read its data. The screen `from` has read its data already, so it is skipped. */
  const enter = (from?: Mounted): void => {
    if (stage().screen() !== from) stage().screen().enter();
  };

  /** Resets all screens but `from`, since data of the old connection must not be used on the new one. */
  const connect = (next: Connection | undefined, from?: Mounted): void => {
    const unused = [current, waiting?.next, ...replaced].flatMap(connection => connection?.client ?? []);
    current = next;
    waiting = undefined;
    replaced = [];
    app.stopWatch();
    stage().reset(from);
    for (const client of new Set(unused)) if (client !== next?.client) client.close();
    enter(from);
    app.changed();
  };

  /** Does not reset the screens. If `entering`, the active screen reads its data again. */
  const replace = (next: Connection, entering: boolean): void => {
    current = next;
    app.changed();
    if (entering) enter();
  };

  /** Open dialogs stay (same gateway and credential), and use the old client for their requests until they close. */
  const connectTrusted = (next: Connection): void => {
    if (hasDialog()) {
      if (current !== undefined) replaced.push(current);
      replace(next, true);
    } else connect(next);
  };

  /** Whether open dialogs have input that would be lost. If so, shows what to do first. */
  const refuses = (): boolean => {
    const held = stage().held();
    if (held !== undefined) app.flash('warn', held.text, held.hint);
    return held !== undefined;
  };

  const askForTrust = ({certificate}: Failure, met: Connection): void => {
    // A certificate that differs from a pin is never offered for trust.
    if (certificate === undefined || met.tls === 'pinned') return;
    promptedFor = met;
    const {open} = trustDialog({host: new URL(met.url).host, certificate, pin: met.pin}, sha256 => sha256);
    app.push(host => open(host, sha256 => connectTrusted(met.trust(sha256))));
  };

  /** After a refused session, uses the session that another process has saved, or asks for the password. */
  const renewSession = ({credentialRefused}: Failure, met: Connection): void => {
    const {identity, saved} = met;
    if (!credentialRefused || identity.kind !== 'session') return;
    promptedFor = met;
    const ask = (): void => {
      const expired = {...met, identity: {...identity, endsAt: Math.min(identity.endsAt, options.now())}};
      promptedFor = expired;
      replace(expired, false);
      app.push(host => signInAgainDialog(expired).open(host, renewed => replace(renewed, true)));
    };
    // If the saved credentials cannot be read, the user is asked for the password.
    const renewal = saved?.newer(met).catch(() => undefined) ?? Promise.resolve(undefined);
    void renewal.then(next => {
      if (current !== met) return;
      if (next === undefined) ask();
      else replace(next, true);
    });
  };

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
    context,
    /** Switches the connection once no dialog is open, since dialogs belong to the old connection. */
    connectWhenClosed(next: Connection | undefined, from: Mounted): void {
      if (hasDialog()) waiting = {next, from};
      else connect(next, from);
    },
    /** Must be called after a dialog was closed: closes old clients, and makes the switch that waited. */
    closed(): void {
      if (hasDialog()) return;
      for (const {client} of replaced.splice(0)) client.close();
      if (waiting !== undefined) connect(waiting.next, waiting.from);
    },
    /** Opens a dialog for a failure that the operator can resolve, once per connection. */
    failed(failure: Failure): void {
      if (current === undefined || current === promptedFor) return;
      const met = current;
      renewSession(failure, met);
      askForTrust(failure, met);
    },
    useProfile(name: string): void {
      if (refuses()) return;
      const asked = ++profilesAsked;
      options.profiles?.open(name).then(
        next => {
          // The operator has chosen another profile since, or has typed input that would be lost.
          if (asked !== profilesAsked || refuses()) return next.client.close();
          connect(next);
          app.flash('ok', `Connected to ${next.profile}.`);
        },
        (error: unknown) => app.flash('error', error instanceof Error ? error.message : String(error)),
      );
    },
  };
};
