import {NEVER_EXPIRES} from '@edge-console/schema';
import {checksOf, fail, skip} from '../../check.ts';
import {type Context, TOKENS} from '../../gateway/context.ts';
import {bodyOrFail, describe, isSuccess} from '../../http/response.ts';
import {readToken, update, withExpiringToken, withToken} from './own-token.ts';

const SHARED = {needs: ['admin', 'write'], citation: 'docs/contract.md#authentication'} as const;
const DAY = 86_400_000;

const callWith = (context: Context, as: Readonly<Record<string, string>>) =>
  context.call({path: TOKENS, query: 'page_size=1', as});

const isRefused = async (context: Context, as: Readonly<Record<string, string>>): Promise<void> => {
  const response = await callWith(context, as);
  if (isSuccess(response)) fail(describe(response));
};

export const TOKEN_EXPIRY = checksOf(SHARED, {
  'tokens.expire.ahead': {
    title: 'a token is accepted before it expires',
    run: context =>
      withExpiringToken(context, Date.now() + DAY, async ({as}) => void bodyOrFail(await callWith(context, as))),
  },
  'tokens.expire.past': {
    title: 'an expired token is refused',
    run: context => withExpiringToken(context, Date.now() - DAY, ({as}) => isRefused(context, as)),
  },
  'tokens.expire.changed': {
    title: 'a token is refused once update sets an expire in the past',
    run: context =>
      withToken(context, async ({id, name, as}) => {
        if (!isSuccess(await callWith(context, as))) skip('the new token is not accepted');
        const changed = await update(context, id, {name, expire: Date.now() - DAY});
        if (!isSuccess(changed)) skip(`update refuses an expire in the past: ${describe(changed)}`);
        await isRefused(context, as);
      }),
  },
  'tokens.expire.kept': {
    title: 'update without expire keeps it, if the gateway accepts that',
    citation: 'docs/contract.md#api-tokens',
    run: context =>
      withExpiringToken(context, Date.now() + DAY, async ({id, name}) => {
        const before = await readToken(context, id);
        if (typeof before.expire !== 'number' || before.expire === NEVER_EXPIRES) {
          skip(`the new token has expire ${before.expire}`);
        }
        const changed = await update(context, id, {name: `${name} renamed`});
        if (!isSuccess(changed)) skip(`update needs expire, which is permitted: ${describe(changed)}`);
        const after = await readToken(context, id);
        if (after.expire !== before.expire) fail(`expire was ${before.expire} and is ${after.expire}`);
      }),
  },
});
