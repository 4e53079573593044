import type {ErrorLogEntry} from '@edge-console/schema';
import {type NginxLine, parseNginx, upstreamAddress} from '../../../text/nginx.ts';
import {sanitise} from '../../../text/sanitise.ts';
import {memoized} from './caches.ts';

export interface EntryText {
  readonly nginx: NginxLine | undefined;
  /** The message without the fields that nginx appends. Sanitised, on one line. */
  readonly message: string;
  /** Method and path of the request. Not sanitised. */
  readonly request: string | undefined;
  readonly upstream: string | undefined;
}

/** No terminal shows more on one line, and parsing must be fast. */
const MAX_PARSED = 16_384;

export const readEntryText = ({log}: ErrorLogEntry): EntryText => {
  const head = log.slice(0, MAX_PARSED);
  const nginx = parseNginx(head);
  const {request, upstream} = nginx?.fields ?? {};
  return {
    ...{nginx, message: sanitise(nginx?.message ?? head)},
    request: request?.replace(/ HTTP\/[\d.]+$/, ''),
    upstream: upstream === undefined ? undefined : upstreamAddress(upstream),
  };
};

export const createEntryText = () => memoized(readEntryText);
