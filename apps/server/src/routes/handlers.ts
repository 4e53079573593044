import type {Handlers} from '../http/route.ts';
import {agentHandlers} from './agents.ts';
import type {Context} from './context.ts';
import {errorLogHandlers} from './error-logs.ts';
import {sessionHandlers} from './session.ts';
import {tokenHandlers} from './tokens.ts';

export const createHandlers = (context: Context): Handlers => ({
  ...tokenHandlers(context),
  ...sessionHandlers(context),
  ...errorLogHandlers(context),
  ...agentHandlers(context),
});
