import type {BodyOf, OperationId, PathParams, QueryOf, SentOf} from '../contract.ts';

/** One exchange of each operation, as it could be seen on the wire. */
type Examples = {
  readonly [Id in OperationId]: {
    readonly params: PathParams<Id>;
    readonly query: QueryOf<Id>;
    readonly body: BodyOf<Id>;
    readonly answer: SentOf<Id>;
  };
};

const token = {
  id: 7,
  name: 'deploy pipeline',
  expire: 1_798_675_200_000,
  _created_unix: 1_795_262_400.25,
  _modified_unix: 1_795_262_400.25,
};
const none = {params: {}, query: undefined, body: undefined} as const;

export const EXAMPLES: Examples = {
  listApiTokens: {
    ...none,
    query: {start: 0, end: 20, page: 1, page_size: 20, detail: 0},
    answer: {status: 0, data: {data: [token], meta: {count: 1}}},
  },
  getApiToken: {
    ...none,
    params: {api_token_id: 7},
    query: {detail: 0},
    answer: {status: 0, data: token},
  },
  createApiToken: {
    ...none,
    body: {name: 'deploy pipeline', expire: 1_798_675_200_000},
    answer: {status: 0, data: {...token, uid: 1, token: '11111111-1111-4111-8111-111111111111'}},
  },
  updateApiToken: {...none, params: {api_token_id: 7}, body: {name: 'deploy, nightly'}, answer: {status: 0}},
  deleteApiToken: {...none, params: {api_token_id: 7}, answer: {status: 0}},
  login: {
    ...none,
    body: {username: 'edge-admin', password: 'a long passphrase', remember: true, plugin: 'Builtin'},
    answer: {
      status: 0,
      msg: 'login successful.',
      time: 1_795_262_400,
      data: {
        id: 1,
        username: 'edge-admin',
        role: 'master',
        'edge-token': '0123456789abcdef'.repeat(4),
        login_2fa: {},
        _created_unix: '2026-01-05 09:00:00.000000',
        _modified_unix: '2026-11-20 12:00:00.250000',
      },
    },
  },
  logout: {...none, answer: {status: 0}},
  listErrorLogs: {
    ...none,
    query: {
      node_id: 3,
      node_type: 0,
      level: 4,
      app_id: 101,
      req_id: '000028800bac65d7fed03afd',
      start_time: 1_795_176_000,
      end_time: 1_795_262_400,
      page: 1,
      page_size: 20,
    },
    answer: {
      status: 0,
      time: 1_795_262_400,
      data: {
        data: [
          {
            id: 50_001,
            level: 4,
            count: 2,
            src: 0,
            log_time: 1_795_176_003,
            log: '2026/11/20 12:00:03 [error] 31#31: *1873 upstream timed out (110: Connection timed out)',
          },
        ],
        meta: {count: 1},
      },
    },
  },
  listApplications: {
    ...none,
    params: {agent_id: 1},
    query: {_page: 1, _pagesize: 20, online: 1},
    answer: {
      status: 0,
      data: [
        {
          id: 101,
          name: 'nginx',
          online: true,
          processes: [{kind: 'master', id: 0, pid: 31}],
          ports: ['0.0.0.0:443'],
          version: {libc: '2.36', nginx: '1.27.3'},
          created: 1_795_000_000.5,
          modified: 1_795_000_000.5,
          cmd_line: 'nginx: master process nginx',
          exe: '/usr/sbin/nginx',
          cwd: '/',
          pgid: 31,
        },
      ],
    },
  },
  listAgents: {...none, query: {detail: 1}, answer: {status: 0, data: [{id: 1, name: 'edge-1'}]}},
};
