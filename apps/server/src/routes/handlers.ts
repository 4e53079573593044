import type {Clock} from '../clock.ts';
import type {HashPassword, RandomBytes} from '../credentials.ts';
import type {Handlers} from '../http/route.ts';
import type {Store} from '../store/store.ts';
import type {LoginThrottle} from '../trust/throttle.ts';
import {agentHandlers} from './agents.ts';
import {errorLogHandlers} from './error-logs.ts';
import {sessionHandlers} from './session.ts';
import {tokenHandlers} from './tokens.ts';

export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly hashPassword: HashPassword;
  readonly throttle: LoginThrottle;
}

export const createHandlers = (context: Context): Handlers => ({
  ...tokenHandlers(context),
  ...sessionHandlers(context),
  ...errorLogHandlers(context),
  ...agentHandlers(context),
});
