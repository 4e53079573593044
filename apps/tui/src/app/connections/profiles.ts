import type {Secret} from '@edge-console/schema';
import {type Connection, type Identity, isSignedIn} from '../../core/connection/connection.ts';
import {Refused} from '../../core/failure.ts';
import type {App, AppOptions} from '../app.ts';
import type {Stage} from '../stage.ts';
import type {createConnections} from './connections.ts';

interface Parts {
  readonly connections: ReturnType<typeof createConnections>;
  readonly stage: Stage;
  readonly flash: App['flash'];
}

interface Session {
  readonly identity: Identity;
  readonly token: Secret | undefined;
}

const placeOf = ({profile, url}: Connection): string => `${profile} ${url}`;

/** Signs `next` in with the earlier session of its profile, unless `next` has a credential of its own. */
const resumed = (next: Connection, before: Session | undefined): Connection => {
  const {identity, token} = before ?? {};
  if (identity?.kind !== 'session' || token === undefined || next.identity.kind !== 'anonymous') return next;
  next.resume(token);
  return {...next, identity};
};

export const createProfiles = (
  live: () => Pick<AppOptions, 'profiles' | 'start'>,
  {connections, stage, flash}: Parts,
) => {
  let asked = 0;
  /** Tabs and sessions of the profiles that the operator has left. The key is the result of {@link placeOf}. */
  const left = new Map<string, Session & {readonly restore: () => void}>();

  const sessionOf = (connection: Connection): Session | undefined => {
    const current = connections.current();
    const isCurrent = current !== undefined && placeOf(current) === placeOf(connection);
    return isCurrent ? currentSession(current) : left.get(placeOf(connection));
  };

  const currentSession = (current: Connection): Session => ({
    identity: current.identity,
    token: current.client.session.current?.token ?? left.get(placeOf(current))?.token,
  });

  const leave = (): void => {
    const current = connections.current();
    if (current !== undefined) left.set(placeOf(current), {...currentSession(current), restore: stage.save()});
  };

  /** Whether closing the open dialogs would lose something, such as a secret. If so, tells the operator. */
  const refuses = (): boolean => {
    const held = stage.held();
    if (held !== undefined) flash('warn', held.text, held.hint);
    return held !== undefined;
  };

  const enter = (next: Connection): void => {
    leave();
    const before = left.get(placeOf(next));
    const connection = resumed(next, before);
    const {tab} = live().start?.(connection) ?? {};
    const showFirst = () => tab !== undefined && isSignedIn(connection) && stage.show(tab);
    connections.connect(connection, {restore: before?.restore ?? showFirst});
    flash('ok', `Using ${next.profile}.`);
  };

  return {
    /** Opens a connection and keeps the current one. Throws Refused if the config has no profiles. */
    async open(name: string): Promise<Connection> {
      const {profiles} = live();
      if (profiles === undefined) throw new Refused('The config has no profiles.');
      const next = await profiles.open(name);
      return resumed(next, sessionOf(next));
    },
    use(name: string): void {
      if (refuses()) return;
      const request = ++asked;
      live()
        .profiles?.open(name)
        .then(
          next => (request !== asked || refuses() ? next.client.close() : enter(next)),
          (error: unknown) => flash('error', error instanceof Error ? error.message : String(error)),
        );
    },
  };
};
