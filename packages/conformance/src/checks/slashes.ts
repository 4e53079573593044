import {NEVER_EXPIRES} from '@edge-console/schema';
import {type Check, checksOf} from '../check.ts';
import {AGENTS, applicationsPath, type Call, type Context, ERROR_LOGS, TOKENS, tokenPath} from '../gateway/context.ts';
import {bodyOrFail, bodyOrSkip} from '../http/response.ts';
import {firstToken, withToken} from './tokens/own-token.ts';

const acceptsSlash =
  (callOf: (context: Context) => Call | Promise<Call>): Check['run'] =>
  async context => {
    const plain = await callOf(context);
    bodyOrSkip(await context.call(plain));
    bodyOrFail(await context.call({...plain, path: `${plain.path}/`}));
  };

const SHARED = {needs: ['admin'], citation: 'docs/field-facts.md#12'} as const;

export const SLASHES = checksOf(SHARED, {
  'tokens.list.trailing-slash': {
    title: 'the token list accepts a trailing slash',
    run: acceptsSlash(() => ({path: TOKENS})),
  },
  'tokens.get.trailing-slash': {
    title: 'get accepts a trailing slash',
    run: acceptsSlash(async context => ({path: tokenPath((await firstToken(context)).id)})),
  },
  'tokens.write.trailing-slash': {
    title: 'create, update and delete accept a trailing slash',
    needs: ['admin', 'write'],
    run: context =>
      withToken(context, async ({id, name}) => {
        const path = `${tokenPath(id)}/`;
        const json = {name, expire: NEVER_EXPIRES};
        bodyOrFail(await context.call({method: 'POST', path: `${TOKENS}/`, body: {json}}));
        bodyOrFail(await context.call({method: 'PUT', path, body: {json}}));
        bodyOrFail(await context.call({method: 'DELETE', path}));
      }),
  },
  'logs.trailing-slash': {
    title: 'the error-log list accepts a trailing slash',
    citation: 'docs/contract.md#error-logs',
    run: acceptsSlash(() => ({path: ERROR_LOGS})),
  },
  'applications.trailing-slash': {
    title: 'the application list accepts a trailing slash',
    needs: ['console', 'agent'],
    run: acceptsSlash(({agent}) => ({base: 'console', path: applicationsPath(agent)})),
  },
  'agents.trailing-slash': {
    title: 'the agent list accepts a trailing slash',
    needs: ['console'],
    run: acceptsSlash(() => ({base: 'console', path: AGENTS})),
  },
});
