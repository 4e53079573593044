import {randomUUID} from 'node:crypto';
import {BUILTIN_PLUGIN, NEVER_EXPIRES} from '@edge-console/schema';
import {skip} from '../../check.ts';
import {type Call, type Context, LOGIN, TOKENS, tokenPath} from '../../gateway/context.ts';
import {bodyOrSkip} from '../../http/response.ts';
import {create} from '../tokens/own-token.ts';
import {refusalChecks} from './refusals.ts';

const needs = ['admin', 'write'] as const;

const deletedTokenPath = async (context: Context): Promise<string> => {
  const {data} = bodyOrSkip(await create(context, {expire: NEVER_EXPIRES}));
  const {id} = (data ?? {}) as {id?: unknown};
  if (id === undefined) skip('create returned no id');
  const path = tokenPath(id);
  bodyOrSkip(await context.call({method: 'DELETE', path}));
  return path;
};

const post = (body: Call['body'] & object): Call => ({method: 'POST', path: TOKENS, body});

export const WRITE_REFUSALS = refusalChecks({
  'tokens.create.broken-json': {
    what: 'create with a body that is not JSON',
    needs,
    call: () => post({text: '{"name":'}),
  },
  'tokens.create.types': {
    what: 'create with text for expire',
    needs,
    call: ({runName}) => post({json: {name: runName, expire: 'soon'}}),
  },
  'tokens.create.no-credential': {
    what: 'create without a credential',
    citation: 'docs/contract.md#authentication',
    needs,
    call: ({runName}) => ({...post({json: {name: runName, expire: NEVER_EXPIRES}}), as: 'none'}),
  },
  'tokens.update.unknown': {
    what: 'update of a token that does not exist',
    needs,
    call: async context => ({
      method: 'PUT',
      path: await deletedTokenPath(context),
      body: {json: {name: context.runName, expire: NEVER_EXPIRES}},
    }),
  },
  'tokens.delete.unknown': {
    what: 'delete of a token that does not exist',
    needs,
    call: async context => ({method: 'DELETE', path: await deletedTokenPath(context)}),
  },
  'session.login.wrong-password': {
    what: 'login with a wrong password',
    citation: 'docs/contract.md#login',
    // A failed login counts towards the account's limit, so the check needs `write`.
    needs: ['login', 'write'],
    call: ({account}) => ({
      ...{method: 'POST', path: LOGIN, as: 'none'},
      body: {json: {username: account?.username, password: randomUUID(), plugin: BUILTIN_PLUGIN}},
    }),
  },
});
