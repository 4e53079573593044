import type {ApiToken} from '@edge-console/schema';
import {fitList, moveList} from '../../core/list.ts';
import {begin, dataOf, fail, succeed} from '../../core/remote.ts';
import type {Env, Next} from '../../core/screen.ts';
import {secretDialog} from '../../dialogs/secret.ts';
import {plural} from '../../format/number.ts';
import {listLayout} from '../../ui/list-layout.ts';
import {createDialog, deleteDialog, editDialog} from './dialogs.ts';
import {loadTokens, retryLater} from './effects.ts';
import {expiryWords} from './expiry.ts';
import type {DeleteResult, TokensAction, TokensState} from './state.ts';

type Step = Next<TokensState, TokensAction>;

export const updateTokens = (state: TokensState, action: TokensAction, env: Env): Step => {
  switch (action.kind) {
    case 'enter':
    case 'refresh':
      return reload(state, env);
    case 'resized':
      return [{...state, position: fitList(state.position, extent(state, env))}];
    case 'loaded':
      return [loaded(state, action, env)];
    case 'failed':
      return [{...state, tokens: fail(state.tokens, action.failure, env.now)}, retryLater()];
    case 'leave':
      return [state, {kind: 'cancel', name: 'retry'}];
    case 'move':
      return [{...state, position: moveList(state.position, action.motion, extent(state, env))}];
    case 'mark':
      return [mark(state, env)];
    case 'ask-create':
      return [state, createDialog()];
    case 'created': {
      const {token, id, name, expire} = action.token;
      const old = action.old === undefined ? {} : {old: action.old};
      const lines = [`${name}: ${expiryWords(expire)}.`, 'This is the only time that the gateway shows its secret.'];
      const [next, ...tasks] = reload({...state, wanted: id}, env);
      return [
        next,
        ...tasks,
        secretDialog({title: 'New API token', lines, secret: token}, {kind: 'stored', name, ...old}),
      ];
    }
    case 'stored':
      return stored(state, action, env);
    case 'ask-rotate':
      return withSelected(state, token => [state, createDialog(token)]);
    case 'ask-edit':
      return withSelected(state, token => [state, editDialog(token)]);
    case 'edited': {
      const [next, ...tasks] = reload(state, env);
      return [next, ...tasks, {kind: 'flash', tone: 'ok', text: `Saved ${action.name}.`}];
    }
    case 'ask-delete':
      return [state, ...(targets(state).length === 0 ? [] : [deleteDialog(targets(state), env.now, env.connection)])];
    case 'deleted':
      return deleted(state, action.result, env);
    case 'copy-id':
      return withSelected(state, token => [
        state,
        {kind: 'copy', text: String(token.id), what: `the id of ${token.name}`},
      ]);
    default:
      return action satisfies never;
  }
};

/** After a rotation both tokens exist, and whatever comes next nothing is lost; the old one is offered for deletion. */
const stored = (state: TokensState, {name, old}: {name: string; old?: ApiToken}, env: Env): Step => {
  if (old === undefined) return [state, {kind: 'flash', tone: 'ok', text: `Created ${name}.`}];
  const text = `The successor of ${old.name} exists; the old one, id ${old.id}, works until it is deleted.`;
  return [state, {kind: 'flash', tone: 'ok', text}, deleteDialog([old], env.now, env.connection)];
};

const reload = (state: TokensState, env: Env): Step => [{...state, tokens: begin(state.tokens, env.now)}, loadTokens()];

/** The selection stays on its token, wherever that is now. */
const loaded = (
  state: TokensState,
  {tokens, at, ms}: {tokens: readonly ApiToken[]; at: number; ms: number},
  env: Env,
): TokensState => {
  const wanted = state.wanted ?? selectedToken(state)?.id;
  const found = tokens.findIndex(token => token.id === wanted);
  const ids = new Set(tokens.map(token => token.id));
  const next = {
    ...state,
    wanted: undefined,
    tokens: succeed(tokens, at, ms),
    marked: new Set([...state.marked].filter(id => ids.has(id))),
    position: found === -1 ? state.position : {...state.position, selected: found},
  };
  return {...next, position: fitList(next.position, extent(next, env))};
};

const mark = (state: TokensState, env: Env): TokensState => {
  const token = selectedToken(state);
  if (token === undefined) return state;
  const marked = new Set(state.marked);
  if (!marked.delete(token.id)) marked.add(token.id);
  return {...state, marked, position: moveList(state.position, 'down', extent(state, env))};
};

const deleted = (state: TokensState, {deleted: ids, failed}: DeleteResult, env: Env): Step => {
  const [next, ...tasks] = reload({...state, marked: new Set()}, env);
  const done = `Deleted ${plural(ids.length, 'token')}.`;
  const [first] = failed;
  if (first === undefined) return [next, ...tasks, {kind: 'flash', tone: 'ok', text: done}];
  const text = `${done} ${plural(failed.length, 'token')} could not be deleted: ${first.name}: ${first.message}`;
  return [next, ...tasks, {kind: 'flash', tone: 'error', text}];
};

const extent = (state: TokensState, env: Env) => ({
  count: dataOf(state.tokens)?.length ?? 0,
  height: listLayout(env.size.rows).listRows,
});

export const selectedToken = (state: TokensState): ApiToken | undefined =>
  dataOf(state.tokens)?.[state.position.selected];

/** What a deletion is about: the marked tokens, or the selected one where none is marked. */
const targets = (state: TokensState): readonly ApiToken[] => {
  const marked = (dataOf(state.tokens) ?? []).filter(token => state.marked.has(token.id));
  if (marked.length > 0) return marked;
  const token = selectedToken(state);
  return token === undefined ? [] : [token];
};

const withSelected = (state: TokensState, step: (token: ApiToken) => Step): Step => {
  const token = selectedToken(state);
  return token === undefined ? [state] : step(token);
};
