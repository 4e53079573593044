import type {Secret} from '@edge-console/schema';
import {type Connection, type Identity, isSignedIn} from '../core/connection/connection.ts';
import type {Cause} from '../core/effects.ts';
import {type Failure, NotConnected, Refused} from '../core/failure.ts';
import {memoryPreferences} from '../core/preferences.ts';
import type {EffectContext, Mounted, OpenDialog, Tone} from '../core/screen.ts';
import {signInAgainDialog, trustDialog} from '../dialogs/connection-dialogs.ts';
import type {AppOptions, LiveConfig} from './app.ts';
import type {Stage} from './stage.ts';

interface Surroundings {
  readonly stage: () => Stage;
  live(): LiveConfig;
  changed(): void;
  push(open: OpenDialog): void;
  flash(tone: Tone, text: string, hint?: string): void;
  stopWatch(): void;
}

interface Entering {
  /** The screen that signed in or out. It is not reset, because its state already describes the new connection. */
  readonly from?: Mounted | undefined;
  readonly putBack?: (() => unknown) | undefined;
}

const placeOf = ({profile, url}: Connection): string => `${profile} ${url}`;

interface Held {
  readonly identity: Identity;
  readonly token: Secret | undefined;
}

/** Signs `next` in with the earlier session of its profile, unless `next` has a credential of its own. */
const resumed = (next: Connection, before: Held | undefined): Connection => {
  const {identity, token} = before ?? {};
  if (identity?.kind !== 'session' || token === undefined || next.identity.kind !== 'anonymous') return next;
  next.resume(token);
  return {...next, identity};
};

export const createConnections = (options: AppOptions, {stage, live, ...app}: Surroundings) => {
  const preferences = options.preferences ?? memoryPreferences();
  let current = options.connection;
  let profilesAsked = 0;
  let waiting: {readonly next: Connection | undefined; readonly from: Mounted | undefined} | undefined;
  let replaced: Connection[] = [];
  let promptedFor: Connection | undefined;
  let isPasswordAsked = false;
  let closePassword = (): void => undefined;
  /** Tabs and sessions of the profiles that the operator has left. The key is the result of {@link placeOf}. */
  const left = new Map<string, Held & {readonly putBack: () => void}>();

  const used = (): Connection => {
    if (current === undefined) throw new NotConnected();
    return current;
  };
  const hasDialog = (): boolean => stage().dialog() !== undefined;

  const begin = (): void => stage().begin((current && options.start?.(current).tabs) ?? {});

  const enter = (from?: Mounted): void => {
    if (stage().screen() !== from) stage().screen().enter();
  };

  const connect = (next: Connection | undefined, {from, putBack}: Entering = {}): void => {
    const unused = [current, waiting?.next, ...replaced].flatMap(connection => connection?.client ?? []);
    current = next;
    waiting = undefined;
    replaced = [];
    isPasswordAsked = false;
    app.stopWatch();
    stage().reset(from);
    putBack?.();
    begin();
    for (const client of new Set(unused)) if (client !== next?.client) client.close();
    enter(from);
    app.changed();
  };

  const replace = (next: Connection): void => {
    current = next;
    app.changed();
    enter();
  };

  const renew = (next: Connection): void => {
    replace(next);
    stage().dialog()?.signedIn();
  };

  /** If dialogs are open, they send their requests with the old client until they close. */
  const connectTrusted = (next: Connection): void => {
    if (hasDialog()) {
      if (current !== undefined) replaced.push(current);
      replace(next);
    } else connect(next);
  };

  const heldBy = (connection: Connection): Held | undefined => {
    const before = left.get(placeOf(connection));
    if (current === undefined || placeOf(current) !== placeOf(connection)) return before;
    return {identity: current.identity, token: current.client.session.current?.token ?? before?.token};
  };

  const leave = (): void => {
    if (current === undefined) return;
    const {identity, token} = heldBy(current) ?? {identity: current.identity, token: undefined};
    left.set(placeOf(current), {identity, token, putBack: stage().keep()});
  };

  /** Whether closing the open dialogs would lose something, such as a secret. If so, tells the operator. */
  const refuses = (): boolean => {
    const held = stage().held();
    if (held !== undefined) app.flash('warn', held.text, held.hint);
    return held !== undefined;
  };

  const askForTrust = ({certificate}: Failure, met: Connection): void => {
    // If a certificate is pinned and the gateway presents another one, the operator is not asked to trust it.
    if (certificate === undefined || met.tls === 'pinned') return;
    promptedFor = met;
    const {open} = trustDialog({host: new URL(met.url).host, certificate, pin: met.pin}, sha256 => sha256);
    app.push(host => open(host, sha256 => connectTrusted(met.trust(sha256))));
  };

  const renewSession = ({credentialRefused}: Failure, met: Connection): void => {
    const {identity, saved} = met;
    if (!credentialRefused || identity.kind !== 'session') return;
    promptedFor = met;
    isPasswordAsked = true;
    const ask = (): void => {
      const expired = {...met, identity: {...identity, endsAt: Math.min(identity.endsAt, options.now())}};
      promptedFor = expired;
      current = expired;
      app.changed();
      isPasswordAsked = true;
      app.push(host => {
        const intend: typeof host.intend = (intent, from) => {
          if (intent.kind === 'close') isPasswordAsked = false;
          host.intend(intent, from);
        };
        const dialog = signInAgainDialog(expired).open({...host, intend}, renew);
        closePassword = () => intend({kind: 'close'}, dialog);
        return dialog;
      });
    };
    const renewal = saved?.newer(met).catch(() => undefined) ?? Promise.resolve(undefined);
    void renewal.then(next => {
      isPasswordAsked = false;
      if (current !== met) return;
      if (next === undefined) ask();
      else renew(next);
    });
  };

  const context: EffectContext = {
    client: () => used().client,
    connection: used,
    now: options.now,
    open: options.open,
    get profiles() {
      return live().profiles?.names ?? [];
    },
    openProfile: async name => {
      const {profiles} = live();
      if (profiles === undefined) throw new Refused('The config has no profiles.');
      const next = await profiles.open(name);
      return resumed(next, heldBy(next));
    },
    get runbooks() {
      return live().runbooks ?? {};
    },
    get messages() {
      return live().messages ?? [];
    },
    get deploys() {
      return live().deploys ?? [];
    },
    configPath: options.configPath,
    preferences: () => preferences(used().profile),
  };

  return {
    current: () => current,
    context,
    begin,
    connectWhenClosed(next: Connection | undefined, from: Mounted): void {
      if (hasDialog()) waiting = {next, from};
      else connect(next, {from});
    },
    closed(): void {
      if (hasDialog()) return;
      for (const {client} of replaced.splice(0)) client.close();
      if (waiting !== undefined) connect(waiting.next, {from: waiting.from});
    },
    /**
     * Shows the certificate or password prompt once per connection. After the operator closed the password prompt,
     * their next refused request shows it again.
     */
    failed(failure: Failure, cause: Cause): void {
      if (current === undefined) return;
      const met = current;
      const isPrompted = met === promptedFor;
      if (!isPrompted || (cause === 'operator' && !isPasswordAsked)) renewSession(failure, met);
      if (isPrompted) return;
      askForTrust(failure, met);
    },
    reconfigured(relabel: (connection: Connection) => Connection): void {
      if (current === undefined) return;
      const isPrompted = current === promptedFor;
      current = relabel(current);
      if (isPrompted) promptedFor = current;
      enter();
    },
    renewed(identity: Identity): void {
      if (current === undefined) return;
      closePassword();
      renew({...current, identity});
    },
    useProfile(name: string): void {
      if (refuses()) return;
      const asked = ++profilesAsked;
      live()
        .profiles?.open(name)
        .then(
          next => {
            if (asked !== profilesAsked || refuses()) return next.client.close();
            leave();
            const before = left.get(placeOf(next));
            const connection = resumed(next, before);
            const {tab} = options.start?.(connection) ?? {};
            const showFirst = () => tab !== undefined && isSignedIn(connection) && stage().show(tab);
            connect(connection, {putBack: before?.putBack ?? showFirst});
            app.flash('ok', `Using ${next.profile}.`);
          },
          (error: unknown) => app.flash('error', error instanceof Error ? error.message : String(error)),
        );
    },
  };
};
