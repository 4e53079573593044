import {randomUUID} from 'node:crypto';
import type {Check} from '../check.ts';
import type {Call, Context} from '../gateway/context.ts';
import {LOGIN, TOKENS, tokenPath} from '../gateway/paths.ts';
import {given} from '../http/answer.ts';
import {giveUp} from '../outcome.ts';
import {create} from './own-token.ts';
import {type Refusal, refusalChecks} from './refusals.ts';

const ERRORS = 'contract "Errors"';
const write = {source: ERRORS, needs: ['admin', 'write']} as const;

/** The path of a token of this run that is gone: no one else's can be met there by mistake of the gateway. */
const gone = async (context: Context): Promise<string> => {
  const {data} = given(await create(context, {expire: 0}));
  const {id} = (data ?? {}) as {id?: unknown};
  if (id === undefined) giveUp('create did not tell the id of the token');
  const path = tokenPath(id);
  given(await context.call({method: 'DELETE', path}));
  return path;
};

const post = (body: Call['body'] & object): Call => ({method: 'POST', path: TOKENS, body});

const REFUSED: readonly Refusal[] = [
  {
    ...write,
    id: 'tokens.create.broken-json',
    what: 'create with a body that is not JSON',
    call: () => post({text: '{"name":'}),
  },
  {
    ...write,
    id: 'tokens.create.types',
    what: 'create with an expire that is text',
    call: ({runName}) => post({json: {name: runName, expire: 'soon'}}),
  },
  {
    ...write,
    id: 'tokens.create.no-credential',
    what: 'create without a credential',
    source: 'contract "Authentication"',
    call: ({runName}) => ({...post({json: {name: runName, expire: 0}}), as: 'nobody'}),
  },
  {
    ...write,
    id: 'tokens.update.unknown',
    what: 'update of a token that does not exist',
    call: async context => ({
      method: 'PUT',
      path: await gone(context),
      body: {json: {name: context.runName, expire: 0}},
    }),
  },
  {
    ...write,
    id: 'tokens.delete.unknown',
    what: 'delete of a token that does not exist',
    call: async context => ({method: 'DELETE', path: await gone(context)}),
  },
  {
    id: 'session.login.wrong-password',
    what: 'a login with the password of nobody',
    source: 'contract "Login"',
    // It counts against the account, so that it is not for a run that leaves no trace.
    needs: ['login', 'write'],
    call: ({account}) => ({
      ...{method: 'POST', path: LOGIN, as: 'nobody'},
      body: {json: {username: account?.username, password: randomUUID(), plugin: 'Builtin'}},
    }),
  },
];

export const WRITE_REFUSALS: readonly Check[] = REFUSED.flatMap(refusalChecks);
