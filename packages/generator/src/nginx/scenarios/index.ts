import type {Subject} from '../site/scenario.ts';
import {access} from './access.ts';
import {files} from './files.ts';
import {luaErrors} from './lua-errors.ts';
import {luaLogs} from './lua-logs.ts';
import {luaPhases} from './lua-phases.ts';
import {malformed} from './malformed.ts';
import {otherProtocols} from './other-protocols.ts';
import {exhausted, processes, withoutFiles} from './processes.ts';
import {tls} from './tls.ts';
import {upstreams} from './upstreams.ts';

export const SUBJECTS: readonly Subject[] = [
  upstreams,
  otherProtocols,
  access,
  files,
  malformed,
  tls,
  processes,
  exhausted,
  withoutFiles,
  luaErrors,
  luaPhases,
  luaLogs,
];
