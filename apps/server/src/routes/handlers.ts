import type {GuardedReads} from '../http/guarded-reads.ts';
import type {Handlers} from '../http/route.ts';
import {agentHandlers} from './agents.ts';
import type {Context} from './context.ts';
import {errorLogHandlers, errorLogReads} from './error-logs.ts';
import {sessionHandlers} from './session.ts';
import {tokenHandlers} from './tokens.ts';

export const createHandlers = (context: Context): Handlers => ({
  ...tokenHandlers(context),
  ...sessionHandlers(context),
  ...errorLogHandlers(context),
  ...agentHandlers(context),
});

export const createGuardedReads = (context: Context): GuardedReads => errorLogReads(context);
