import {type IncomingMessage, request} from 'node:http';
import {serve} from '../support/gateway.ts';

interface ProxyOptions {
  /** Delays the request until it resolves. */
  readonly admit?: (incoming: IncomingMessage) => Promise<void> | undefined;
  /** Changes the JSON of a response. */
  readonly edit?: (body: {data?: {data?: Record<string, unknown>[]}}) => void;
}

/** A proxy of a gateway, until the test ends; resolves with its URL. */
export const startProxy = (url: string, {admit, edit}: ProxyOptions): Promise<string> =>
  serve(async (incoming, outgoing) => {
    await admit?.(incoming);
    const {method, headers} = incoming;
    const onward = request(new URL(incoming.url ?? '/', url), {method, headers}, async answer => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      edit?.(body);
      outgoing.writeHead(answer.statusCode ?? 500, {'content-type': 'application/json'}).end(JSON.stringify(body));
    });
    incoming.pipe(onward);
  });
