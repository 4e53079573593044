import type {NewErrorLog} from '../src/index.ts';

/** Returns an entry for the initial data of a server, or for `store.errorLogs.append`. */
export const logEntry = (log = 'x', fields: Partial<NewErrorLog> = {}): NewErrorLog => ({
  ...{level: 4, count: 1, src: 0, log_time: 0, log, node_id: 0, node_type: 0, app_id: 0, req_id: ''},
  ...fields,
});

const CREATED = 1_768_046_400;

const defaults = (id: number, name: string) => ({
  ...{id, name, online: true, created: CREATED, modified: CREATED, pgid: 77},
  processes: [{kind: 'master', id: 0, pid: 4000 + id}],
  ports: [`0.0.0.0:${8000 + id}`],
  version: {nginx: '1.27.1'} as Record<string, string>,
  ...{cmd_line: `/usr/sbin/${name} -c /etc/${name}.conf`, exe: `/usr/sbin/${name}`, cwd: '/'},
});

export type SeedApplication = ReturnType<typeof defaults>;

/** Returns an application for the initial data of a server. */
export const application = (id: number, name: string, fields: Partial<SeedApplication> = {}): SeedApplication => ({
  ...defaults(id, name),
  ...fields,
});
