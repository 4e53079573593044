import {
  ask,
  askQuery,
  type BrokenServer,
  edit,
  editData,
  editRows,
  type Json,
  json,
  response,
  TOKEN_CREATE,
  TOKEN_DELETE,
  TOKEN_GET,
  TOKEN_LIST,
  TOKEN_UPDATE,
  without,
} from './break.ts';
import type {Request} from './proxy.ts';

/** Returns the request with its JSON body changed, or unchanged if the body is not JSON. */
const withBody = (request: Request, change: (body: Json) => Json): Request => {
  try {
    const body = JSON.stringify(change(JSON.parse(request.body) as Json));
    return {...request, body, headers: without(request.headers, 'content-length') as Record<string, string>};
  } catch {
    return request;
  }
};

const values = new Map<string, unknown>();

export const BROKEN_TOKENS: readonly BrokenServer[] = [
  {
    name: 'token list with text for _created_unix',
    caughtBy: ['tokens.list.shape'],
    serve: editRows(TOKEN_LIST, row => ({...row, _created_unix: '2026-11-20 12:00:03.000000'})),
  },
  {
    name: 'token list with times in milliseconds',
    caughtBy: ['tokens.times'],
    serve: editRows(TOKEN_LIST, row => ({...row, _created_unix: Number(row._created_unix) * 1000})),
  },
  {
    name: 'token list with expire in seconds',
    caughtBy: ['tokens.expire.milliseconds'],
    serve: editRows(TOKEN_LIST, row => ({...row, expire: Math.floor(Number(row.expire) / 1000)})),
  },
  {
    name: 'token list with token values',
    caughtBy: ['tokens.list.no-secret'],
    serve: editRows(TOKEN_LIST, row => ({...row, token: '33333333-3333-4333-8333-333333333333'})),
  },
  {
    name: 'get with the token value',
    caughtBy: ['tokens.get.no-secret'],
    serve: editData(TOKEN_GET, data => ({...data, token: '33333333-3333-4333-8333-333333333333'})),
  },
  {
    name: 'get without expire',
    caughtBy: ['tokens.get.shape', 'tokens.get.same', 'tokens.create.values', 'tokens.update.applies'],
    serve: editData(TOKEN_GET, data => without(data, 'expire')),
  },
  {
    name: 'get of the same token for any id',
    caughtBy: [
      'tokens.create.values',
      'tokens.update.applies',
      'tokens.update.modified',
      'tokens.delete.applies',
      'tokens.get.unknown.refused',
    ],
    serve: ask(TOKEN_GET, request =>
      /\d\/?$/.test(request.path) ? {...request, path: '/admin-api/api_token/1'} : request,
    ),
  },
  {
    name: 'token list with detail=1 by default',
    caughtBy: ['tokens.list.detail'],
    serve: edit(TOKEN_LIST, (body, {query}) => {
      const data = body.data as {data: Json[]};
      return query.has('detail') ? body : {...body, data: {...data, data: data.data.map(row => ({...row, more: 1}))}};
    }),
  },
  {
    name: 'get with detail=1 by default',
    caughtBy: ['tokens.get.detail'],
    serve: editData(TOKEN_GET, (data, {query}) => (query.has('detail') ? data : {...data, more: 1})),
  },
  {
    name: 'token list ignores start and end',
    caughtBy: ['tokens.range'],
    serve: askQuery(TOKEN_LIST, query => {
      query.delete('start');
      query.delete('end');
    }),
  },
  {
    name: 'create without uid',
    caughtBy: ['tokens.create.shape'],
    serve: editData(TOKEN_CREATE, data => without(data, 'uid')),
  },
  {
    name: 'create with the uid of another user',
    caughtBy: ['tokens.create.uid'],
    serve: editData(TOKEN_CREATE, data => ({...data, uid: 77})),
  },
  {
    name: 'create changes expire',
    caughtBy: ['tokens.create.values'],
    serve: ask(TOKEN_CREATE, request =>
      withBody(request, body => (Number(body.expire) > Date.now() ? {...body, expire: Number(body.expire) + 1} : body)),
    ),
  },
  {
    name: 'create with expire 0',
    caughtBy: ['tokens.create.values', 'tokens.expire.past'],
    serve: ask(TOKEN_CREATE, request =>
      withBody(request, body => (typeof body.expire === 'number' ? {...body, expire: 0} : body)),
    ),
  },
  {
    name: 'create with an expire in the past',
    caughtBy: ['tokens.create.values', 'tokens.create.works', 'tokens.expire.ahead'],
    serve: ask(TOKEN_CREATE, request =>
      withBody(request, body => (typeof body.expire === 'number' ? {...body, expire: 1} : body)),
    ),
  },
  {
    name: 'new tokens are not listed',
    caughtBy: ['tokens.create.listed'],
    serve: editData(TOKEN_LIST, data => ({
      ...data,
      data: (data.data as Json[]).filter(({name}) => !String(name).startsWith('edge-conformance')),
    })),
  },
  {
    name: 'create with 32 hex digits as the value',
    caughtBy: ['tokens.create.form', 'tokens.create.works', 'tokens.expire.ahead'],
    serve: editData(TOKEN_CREATE, data => ({...data, token: '0123456789abcdef0123456789abcdef'})),
  },
  {
    name: 'update with data',
    caughtBy: ['tokens.update.response'],
    serve: edit(TOKEN_UPDATE, body => ({...body, data: {id: 1}})),
  },
  {
    name: 'update without expire sets it to 0',
    caughtBy: ['tokens.expire.kept'],
    serve: ask(TOKEN_UPDATE, request => withBody(request, body => ({expire: 0, ...body}))),
  },
  {
    name: 'update changes nothing',
    caughtBy: [
      'tokens.update.applies',
      'tokens.update.modified',
      'tokens.expire.changed',
      'tokens.update.unknown.refused',
    ],
    serve: response(TOKEN_UPDATE, json({status: 0})),
  },
  {
    name: 'update changes _created_unix',
    caughtBy: ['tokens.update.modified'],
    serve: editData(TOKEN_GET, data => ({...data, _created_unix: data._modified_unix})),
  },
  {
    name: 'delete with data',
    caughtBy: ['tokens.delete.response'],
    serve: edit(TOKEN_DELETE, body => ({...body, data: {id: 1}})),
  },
  {
    name: 'get with detail=1 has the token value under another key',
    caughtBy: ['tokens.create.once'],
    serve: async (request, upstream) => {
      const reply = await upstream(request);
      const data = (JSON.parse(reply.body) as {data?: Json}).data ?? {};
      if (TOKEN_CREATE(request)) values.set(String(data.id), data.token);
      const value = values.get(/(\d+)$/.exec(request.path)?.[1] ?? '');
      if (!TOKEN_GET(request) || !request.query.has('detail') || value === undefined) return reply;
      return json({status: 0, data: {...data, key: value}});
    },
  },
];
