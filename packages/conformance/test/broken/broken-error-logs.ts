import {
  askQuery,
  type BrokenServer,
  ERROR_LOGS,
  edit,
  editData,
  editRows,
  type Json,
  json,
  response,
  without,
} from './break.ts';
import type {Serve, Upstream} from './proxy.ts';

const ignore = (...names: readonly string[]): Serve =>
  askQuery(ERROR_LOGS, query => {
    for (const name of names) query.delete(name);
  });

const everything = async (upstream: Upstream, headers: Readonly<Record<string, string>>): Promise<readonly Json[]> => {
  const query = new URLSearchParams({page_size: '1000'});
  const reply = await upstream({method: 'GET', path: '/admin-api/log_server/errlog', query, headers, body: ''});
  const body = JSON.parse(reply.body) as {data?: {data: Json[]}};
  return body.data?.data ?? [];
};

/** If the parameter `level` matches `levels`, selects only the entries of this level, without more severe ones. */
const levelAsEquality = (levels: RegExp): Serve =>
  response(
    request => ERROR_LOGS(request) && levels.test(request.query.get('level') ?? ''),
    async (request, upstream) => {
      const reply = await upstream(request);
      const body = JSON.parse(reply.body) as Json;
      if (body.status !== 0) return reply;
      const rows = (await everything(upstream, request.headers)).filter(
        ({level}) => level === Number(request.query.get('level')),
      );
      const size = Number(request.query.get('page_size') ?? 20);
      return json({...body, data: {data: rows.slice(0, size), meta: {count: rows.length}}});
    },
  );

const withoutZeros = (id: string): string => id.replace(/^0+(?=.)/, '');

export const BROKEN_ERROR_LOGS: readonly BrokenServer[] = [
  {
    name: 'entries without count',
    caughtBy: ['logs.shape'],
    serve: editRows(ERROR_LOGS, row => without(row, 'count')),
  },
  {
    name: 'error-log list without time',
    caughtBy: ['logs.time'],
    serve: edit(ERROR_LOGS, body => without(body, 'time')),
  },
  {
    name: 'entries with times in milliseconds',
    caughtBy: ['logs.log-time', 'logs.times'],
    serve: editRows(ERROR_LOGS, row => ({...row, log_time: Number(row.log_time) * 1000})),
  },
  {
    name: 'entries of level 9',
    caughtBy: ['logs.levels'],
    serve: editRows(ERROR_LOGS, row => (row.level === 8 ? {...row, level: 9} : row)),
  },
  {
    name: 'pages in reverse order',
    caughtBy: ['logs.order', 'logs.pages'],
    serve: editData(ERROR_LOGS, data => ({...data, data: [...(data.data as Json[])].reverse()})),
  },
  {
    name: 'level as equality',
    caughtBy: ['logs.level.threshold', 'logs.level.severer'],
    serve: levelAsEquality(/^[0-8]$/),
  },
  {
    name: 'level as equality, and level 8 as all entries',
    caughtBy: ['logs.level.severer'],
    serve: levelAsEquality(/^[0-7]$/),
  },
  {
    name: 'level reversed',
    caughtBy: ['logs.level.threshold'],
    serve: askQuery(ERROR_LOGS, query => {
      const level = query.get('level') ?? '';
      if (/^[0-8]$/.test(level)) query.set('level', String(8 - Number(level)));
    }),
  },
  {
    name: 'level 4 by default',
    caughtBy: ['logs.level.all', 'logs.level.threshold', 'logs.filter.empty'],
    serve: askQuery(ERROR_LOGS, query => {
      if (!query.has('level')) query.set('level', '4');
    }),
  },
  {
    name: 'node_id ignored',
    caughtBy: ['logs.filter.node_id'],
    serve: ignore('node_id'),
  },
  {
    name: 'node_type ignored',
    caughtBy: ['logs.filter.node_type'],
    serve: ignore('node_type'),
  },
  {
    name: 'app_id ignored',
    caughtBy: ['logs.filter.app_id'],
    serve: ignore('app_id'),
  },
  {
    name: 'req_id ignored',
    caughtBy: ['logs.filter.req_id', 'logs.filter.req_id-text', 'logs.filter.req_id-zeros'],
    serve: ignore('req_id'),
  },
  {
    name: 'req_id without the zeros at its start',
    caughtBy: ['logs.filter.req_id-zeros'],
    serve: askQuery(ERROR_LOGS, query => {
      const id = query.get('req_id');
      if (id) query.set('req_id', withoutZeros(id));
    }),
  },
  {
    name: 'req_id of digits as a number',
    caughtBy: ['logs.filter.req_id-zeros'],
    serve: askQuery(ERROR_LOGS, query => {
      const id = query.get('req_id') ?? '';
      if (/^\d+$/.test(id)) query.set('req_id', String(BigInt(id)));
    }),
  },
  {
    name: 'req_id compared without the zeros at its start',
    caughtBy: ['logs.filter.req_id-zeros'],
    serve: response(
      request => ERROR_LOGS(request) && /^[1-9a-f][0-9a-f]{19}$/.test(request.query.get('req_id') ?? ''),
      async (request, upstream) => {
        const query = new URLSearchParams(request.query);
        query.set('req_id', (request.query.get('req_id') ?? '').padStart(24, '0'));
        return upstream({...request, query});
      },
    ),
  },
  {
    name: 'req_id as an integer only',
    caughtBy: ['logs.filter.req_id-text'],
    serve: response(
      request => ERROR_LOGS(request) && /[a-f]/.test(request.query.get('req_id') ?? ''),
      json({status: 400, msg: 'req_id: expected int'}, 400),
    ),
  },
  {
    name: 'empty filters as 0',
    caughtBy: ['logs.filter.empty'],
    serve: askQuery(ERROR_LOGS, query => {
      for (const [name, value] of [...query]) if (value === '') query.set(name, '0');
    }),
  },
  {
    name: 'several filters refused',
    caughtBy: ['logs.filter.together'],
    serve: response(
      request => ERROR_LOGS(request) && request.query.get('node_id') === '1' && request.query.has('req_id'),
      json({status: 400, msg: 'one filter at a time'}, 400),
    ),
  },
  {
    name: 'start_time exclusive',
    caughtBy: ['logs.times'],
    serve: askQuery(ERROR_LOGS, query => {
      const time = query.get('start_time');
      if (time) query.set('start_time', String(Number(time) + 1));
    }),
  },
  {
    name: 'end_time exclusive',
    caughtBy: ['logs.times'],
    serve: askQuery(ERROR_LOGS, query => {
      const time = query.get('end_time');
      if (time) query.set('end_time', String(Number(time) - 1));
    }),
  },
];
