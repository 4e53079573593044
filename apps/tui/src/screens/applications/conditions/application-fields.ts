import {conditionSyntax} from '../../../core/condition.ts';

const FIELDS = {
  name: 'name of the application',
  id: 'id within its agent',
  state: 'online, offline, stale or gone',
  agent: 'id or name of the agent',
  pid: 'id of one of its processes',
  port: 'port or address on which it listens',
  version: 'version of a component, such as 1.27.1 or nginx 1.27.1',
  command: 'a part of the command line',
  exe: 'path of the executable',
  directory: 'working directory',
  change: 'new, gone, changed, state, version or processes, since the last visit',
} as const;

export type ApplicationField = keyof typeof FIELDS;

export const syntax = conditionSyntax({
  fields: FIELDS,
  aliases: {application: 'name', ports: 'port', pids: 'pid', cmd: 'command', cwd: 'directory'},
});

/** Fields that can be tested with a single response. `change` needs an earlier response to compare with. */
export const testableFields = Object.entries(syntax.fields).filter(([name]) => name !== 'change');
