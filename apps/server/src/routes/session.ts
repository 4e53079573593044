import {randomBytes} from 'node:crypto';
import {BUILTIN_PLUGIN, sessionEnd} from '@edge-console/schema';
import {unixSeconds} from '../clock.ts';
import {hashSecret, mintSession, verifyPassword} from '../credentials.ts';
import {Failure} from '../http/responses/failure.ts';
import type {Handlers} from '../http/route.ts';
import type {Context} from './handlers.ts';

// A clock that is briefly wrong must not delete valid sessions.
const KEEP_ENDED_MS = 30 * 86_400_000;

/** `YYYY-MM-DD HH:MM:SS.ffffff` in UTC (docs/contract.md#login-result). */
const dateTimeText = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '000');

export const sessionHandlers = ({
  store,
  clock,
  random,
  hashPassword,
  throttle,
}: Context): Pick<Handlers, 'login' | 'logout'> => {
  // The password of an unknown user is verified against this hash, so that response times do not reveal which users
  // exist.
  let decoy: Promise<string> | undefined;
  const decoyHash = () => {
    decoy ??= hashPassword(mintSession(randomBytes));
    return decoy;
  };
  const authenticate = async (username: string, password: string) => {
    // Known usernames wait for the decoy hash too, so that the response time does not differ.
    const [user, fallbackHash] = await Promise.all([store.users.find(username), decoyHash()]);
    const matches = await verifyPassword(password, user?.passwordHash ?? fallbackHash);
    return matches ? user : undefined;
  };
  return {
    login: async ({body: {username, password, remember = false, plugin = BUILTIN_PLUGIN}, address}) => {
      if (plugin !== BUILTIN_PLUGIN) throw new Failure(400, `plugin: only ${BUILTIN_PLUGIN} is supported`);
      const user = await throttle.attempt(username, address, () => authenticate(username, password));
      if (!user) throw new Failure(401, 'incorrect login credentials');
      const session = mintSession(random);
      const now = clock();
      const record = {hash: hashSecret(session), uid: user.id, ends: sessionEnd(now, remember).getTime()};
      await store.sessions.begin(record);
      await store.sessions.removeEnded(now.getTime() - KEEP_ENDED_MS);
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
      await store.sessions.end(caller.hash);
      return {status: 0};
    },
  };
};
