import {NEVER_EXPIRES} from '@edge-console/schema';
import type {Check} from '../../check.ts';
import type {Context} from '../../gateway/context.ts';
import {TOKENS} from '../../gateway/paths.ts';
import {bodyOrFail, describe, isSuccess} from '../../http/response.ts';
import {fail, skip} from '../../outcome.ts';
import {update, withToken} from './own-token.ts';
import {oneToken} from './read.ts';

const write = {needs: ['admin', 'write'], citation: 'docs/contract.md#authentication'} as const;
const HOUR = 3_600_000;

const callWith = (context: Context, as: Readonly<Record<string, string>>) =>
  context.call({path: TOKENS, query: 'page_size=1', as});

export const TOKEN_EXPIRY: readonly Check[] = [
  {
    ...write,
    id: 'tokens.expire.ahead',
    title: 'a token is accepted before it expires',
    run: context =>
      withToken(
        context,
        async ({as}) => {
          bodyOrFail(await callWith(context, as));
        },
        Date.now() + 24 * HOUR,
      ),
  },
  {
    ...write,
    id: 'tokens.expire.past',
    title: 'an expired token is refused',
    run: context =>
      withToken(
        context,
        async ({as}) => {
          const response = await callWith(context, as);
          if (isSuccess(response)) fail(describe(response));
        },
        Date.now() - 24 * HOUR,
      ),
  },
  {
    ...write,
    id: 'tokens.expire.changed',
    title: 'a token is refused once update sets an expire in the past',
    run: context =>
      withToken(context, async ({id, name, as}) => {
        if (!isSuccess(await callWith(context, as))) skip('the new token is not accepted');
        const changed = await update(context, id, {name, expire: Date.now() - 24 * HOUR});
        if (!isSuccess(changed)) skip(`update refuses an expire in the past: ${describe(changed)}`);
        const response = await callWith(context, as);
        if (isSuccess(response)) fail(describe(response));
      }),
  },
  {
    ...write,
    id: 'tokens.expire.kept',
    title: 'update without expire keeps it, if the gateway accepts that',
    citation: 'docs/contract.md#api-tokens',
    run: context =>
      withToken(
        context,
        async ({id, name}) => {
          const before = await oneToken(context, id, '');
          if (typeof before.expire !== 'number' || before.expire === NEVER_EXPIRES) {
            skip(`the new token has expire ${before.expire}`);
          }
          const changed = await update(context, id, {name: `${name} renamed`});
          if (!isSuccess(changed)) skip(`update needs expire, which is permitted: ${describe(changed)}`);
          const after = await oneToken(context, id, '');
          if (after.expire !== before.expire) fail(`expire was ${before.expire} and is ${after.expire}`);
        },
        Date.now() + 24 * HOUR,
      ),
  },
];
