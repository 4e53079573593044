import {NEVER_EXPIRES} from '@edge-console/schema';
import type {Check, Citation, Need} from '../check.ts';
import {AGENTS, applicationsPath, type Call, type Context, ERROR_LOGS, TOKENS, tokenPath} from '../gateway/context.ts';
import {bodyOrFail, bodyOrSkip} from '../http/response.ts';
import {firstToken, withToken} from './tokens/own-token.ts';

const FACT = 'docs/field-facts.md#12';

interface SlashedRead {
  readonly id: string;
  readonly name: string;
  /** Default: {@link FACT}. */
  readonly citation?: Citation;
  readonly needs: readonly Need[];
  call(context: Context): Call | Promise<Call>;
}

const trailingSlash = ({id, name, citation = FACT, needs, call}: SlashedRead): Check => ({
  id: `${id}.trailing-slash`,
  title: `${name} accepts a trailing slash`,
  citation,
  needs,
  run: async context => {
    const plain = await call(context);
    bodyOrSkip(await context.call(plain));
    bodyOrFail(await context.call({...plain, path: `${plain.path}/`}));
  },
});

/** Paths with a trailing slash, except those of login and logout. */
export const SLASHES: readonly Check[] = [
  trailingSlash({id: 'tokens.list', name: 'the token list', needs: ['admin'], call: () => ({path: TOKENS})}),
  trailingSlash({
    id: 'tokens.get',
    name: 'get',
    needs: ['admin'],
    call: async context => ({path: tokenPath((await firstToken(context)).id)}),
  }),
  {
    id: 'tokens.write.trailing-slash',
    title: 'create, update and delete accept a trailing slash',
    citation: FACT,
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
  trailingSlash({
    id: 'logs',
    name: 'the error-log list',
    citation: 'docs/contract.md#error-logs',
    needs: ['admin'],
    call: () => ({path: ERROR_LOGS}),
  }),
  trailingSlash({
    id: 'applications',
    name: 'the application list',
    needs: ['console', 'agent'],
    call: ({agent}) => ({base: 'console', path: applicationsPath(agent)}),
  }),
  trailingSlash({
    id: 'agents',
    name: 'the agent list',
    needs: ['console'],
    call: () => ({base: 'console', path: AGENTS}),
  }),
];
