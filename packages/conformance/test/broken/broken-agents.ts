import {CHECKS} from '../../src/index.ts';
import {
  AGENTS,
  APPLICATIONS,
  askQuery,
  type BrokenServer,
  edit,
  editRows,
  json,
  NOT_FOUND,
  response,
  without,
} from './break.ts';

export const BROKEN_AGENTS: readonly BrokenServer[] = [
  {
    name: 'applications without pgid',
    caughtBy: ['applications.shape'],
    serve: editRows(APPLICATIONS, row => without(row, 'pgid')),
  },
  {
    name: 'applications in data.data',
    caughtBy: ['applications.shape'],
    serve: edit(APPLICATIONS, body => ({...body, data: {data: body.data}})),
  },
  {
    name: 'ports without a host',
    caughtBy: ['applications.ports'],
    serve: editRows(APPLICATIONS, row => ({...row, ports: ['443']})),
  },
  {
    name: 'applications with times in milliseconds',
    caughtBy: ['applications.times'],
    serve: editRows(APPLICATIONS, row => ({...row, created: Number(row.created) * 1000})),
  },
  {
    name: 'online ignored',
    caughtBy: ['applications.online'],
    serve: askQuery(APPLICATIONS, query => query.delete('online')),
  },
  {
    name: '_page and _pagesize ignored',
    caughtBy: ['applications.pages'],
    serve: askQuery(APPLICATIONS, query => {
      query.delete('_page');
      query.delete('_pagesize');
    }),
  },
  {
    name: '_page ignored',
    caughtBy: ['applications.pages'],
    serve: askQuery(APPLICATIONS, query => query.delete('_page')),
  },
  {
    name: 'agents without a name',
    caughtBy: ['agents.list'],
    serve: editRows(AGENTS, row => without(row, 'name')),
  },
  {
    name: 'trailing slashes refused',
    caughtBy: CHECKS.map(({id}) => id).filter(id => id.endsWith('.trailing-slash')),
    serve: response(({path}) => path.endsWith('/'), NOT_FOUND),
  },
  {
    name: 'application list refuses API tokens',
    caughtBy: ['applications.access'],
    serve: response(APPLICATIONS, json({status: 403, msg: 'no'}, 403)),
  },
];
