import {existsSync} from 'node:fs';
import {delimiter, join} from 'node:path';

export interface NginxPrograms {
  readonly nginx: string;
  /** Files for `load_module`, in this order. */
  readonly modules: readonly string[];
}

const PROGRAM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/nginx/sbin'];
const MODULE_FOLDERS = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/share/nginx/modules'];
// The Lua module needs the development kit, which is loaded first.
const LUA_MODULES = ['ndk_http_module.so', 'ngx_http_lua_module.so'];

const programFolders = () => [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...PROGRAM_FOLDERS];

/** Searches PATH and the usual folders. Returns a sentence if something is missing. */
export const findNginx = (programs = programFolders(), modules = MODULE_FOLDERS): NginxPrograms | string => {
  const nginx = programs.map(folder => join(folder, 'nginx')).find(file => existsSync(file));
  if (nginx === undefined) return 'nginx is not installed; on Debian: apt-get install nginx libnginx-mod-http-lua';
  const folder = modules.find(one => LUA_MODULES.every(module => existsSync(join(one, module))));
  if (folder === undefined) {
    return 'the Lua module of nginx is not installed; on Debian: apt-get install libnginx-mod-http-lua';
  }
  return {nginx, modules: LUA_MODULES.map(module => join(folder, module))};
};
