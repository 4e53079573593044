import type {Check} from '../check.ts';
import type {Context} from '../gateway/context.ts';
import {TOKENS} from '../gateway/paths.ts';
import {describe, isSuccess, succeeded} from '../http/answer.ts';
import {fail, giveUp} from '../outcome.ts';
import {update, withToken} from './own-token.ts';

const write = {needs: ['admin', 'write'], source: 'contract "Authentication"'} as const;
const HOUR = 3_600_000;

const use = (context: Context, as: Readonly<Record<string, string>>) =>
  context.call({path: TOKENS, query: 'page_size=1', as});

export const TOKEN_EXPIRY: readonly Check[] = [
  {
    ...write,
    id: 'tokens.expire.ahead',
    title: 'a token is accepted before its expire',
    run: context =>
      withToken(
        context,
        async ({as}) => {
          succeeded(await use(context, as));
        },
        Date.now() + 24 * HOUR,
      ),
  },
  {
    ...write,
    id: 'tokens.expire.past',
    title: 'a token whose expire has passed is refused',
    run: context =>
      withToken(
        context,
        async ({as}) => {
          const answer = await use(context, as);
          if (isSuccess(answer)) fail(describe(answer));
        },
        Date.now() - 24 * HOUR,
      ),
  },
  {
    ...write,
    id: 'tokens.expire.changed',
    title: 'a token that is given an expire that has passed is refused from then on',
    run: context =>
      withToken(context, async ({id, name, as}) => {
        if (!isSuccess(await use(context, as))) giveUp('the new token was not accepted in the first place');
        const changed = await update(context, id, {name, expire: Date.now() - 24 * HOUR});
        if (!isSuccess(changed)) giveUp(`an expire that has passed is not taken: ${describe(changed)}`);
        const answer = await use(context, as);
        if (isSuccess(answer)) fail(describe(answer));
      }),
  },
];
