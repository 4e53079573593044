import type {RequestPromise} from 'got';
import {ResponseRefused} from '../failure.ts';

/** Servers normally apply one content coding, such as gzip. The client creates a decoder for each. */
const MAX_CODINGS = 3;

interface Limits {
  readonly host: string;
  /** Maximum size of a body, decompressed. */
  readonly maxResponseBytes: number;
  /** Ends the request. */
  stop(failure: ResponseRefused): void;
}

/** Stops a request whose response, or a redirect to it, has too many content codings or a body that is too large. */
export const limitResponse = (sent: RequestPromise<unknown>, {host, maxResponseBytes, stop}: Limits): void => {
  let status = 0;
  const refuse = (what: string, advice: string): void => stop(new ResponseRefused({what, advice, status}));
  const refuseLength = (): void =>
    refuse(
      `The response of ${host} is larger than ${maxResponseBytes} bytes decompressed`,
      'request smaller pages, or raise maxResponseBytes',
    );
  sent.on('request', made => {
    // The checks must run before the listener of got, because got creates a decoder for every content coding, and reads
    // the body of a redirect without a size limit.
    made.prependOnceListener('response', incoming => {
      status = incoming.statusCode ?? 0;
      const {'content-encoding': codings = '', location} = incoming.headers;
      if (codings.split(',').length > MAX_CODINGS) {
        const what = `The response of ${host} is encoded more than ${MAX_CODINGS} times (content-encoding)`;
        refuse(what, 'check the gateway and any proxy');
      }
      if (location === undefined) return;
      let received = 0;
      incoming.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received <= maxResponseBytes) return;
        refuseLength();
        incoming.destroy();
      });
    });
  });
  sent.on('downloadProgress', ({transferred}) => {
    if (transferred > maxResponseBytes) refuseLength();
  });
};
