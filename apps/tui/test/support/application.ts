import {NEWEST} from './logs.ts';

const defaults = (id: number, name: string) => ({
  ...{id, name, online: true, created: NEWEST, modified: NEWEST, pgid: 77},
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
