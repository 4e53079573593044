import {randomBytes} from 'node:crypto';
import {BUILTIN_PLUGIN, sessionEnd} from '@edge-console/schema';
import {unixSeconds} from '../clock.ts';
import {hashSecret, mintSession, verifyPassword} from '../credentials.ts';
import {Failure} from '../http/failure.ts';
import type {Handlers} from '../http/route.ts';
import type {Context} from './context.ts';

/** `YYYY-MM-DD HH:MM:SS.ffffff` in UTC (contract "Login result"). */
const dateTimeText = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '000');

export const sessionHandlers = ({
  store,
  clock,
  random,
  hashDecoy,
  throttle,
}: Context): Pick<Handlers, 'login' | 'logout'> => {
  // Unknown users cost as much as wrong passwords, so that neither the text nor the time tells who exists.
  let kept: Promise<string> | undefined;
  const decoyHash = () => {
    kept ??= hashDecoy(mintSession(randomBytes));
    return kept;
  };
  const admitted = async (username: string, password: string) => {
    // Asked for by all, so that it is not the first unknown user whose login takes longer.
    const [user, decoy] = await Promise.all([store.users.find(username), decoyHash()]);
    const matches = await verifyPassword(password, user?.passwordHash ?? decoy);
    return matches ? user : undefined;
  };
  return {
    login: async ({body: {username, password, remember = false, plugin = BUILTIN_PLUGIN}, address}) => {
      if (plugin !== BUILTIN_PLUGIN) throw new Failure(400, `plugin: this server has ${BUILTIN_PLUGIN} alone`);
      const user = await throttle.attempt(username, address, () => admitted(username, password));
      if (!user) throw new Failure(401, 'incorrect login credentials');
      const session = mintSession(random);
      const now = clock();
      const begun = {hash: hashSecret(session), uid: user.id, ends: sessionEnd(now, remember).getTime()};
      await store.sessions.begin(begun, now.getTime());
      const {id, role, created, modified} = user;
      return {
        status: 0,
        msg: 'login successful.',
        time: unixSeconds(clock),
        data: {
          id,
          username,
          role,
          'edge-token': session,
          login_2fa: {},
          _created_unix: dateTimeText(created),
          _modified_unix: dateTimeText(modified),
        },
      };
    },
    logout: async ({caller}) => {
      await store.sessions.end(caller.hash, clock().getTime());
      return {status: 0};
    },
  };
};
