import {onTestFinished, test} from 'vitest';
import {createApp} from '../src/http/app.ts';
import {exchange, expectFailure} from './raw.ts';

test.each([
  ['all headers', 'GET / HTTP/1.1\nHost: x\n'],
  ['the whole body', 'POST / HTTP/1.1\nHost: x\nContent-Length: 20\n\n{'],
])('a request whose client does not send %s before the timeout gets 408', async (_name, request) => {
  const app = createApp({errors: 'http', bases: []});
  const url = await app.listen({host: '127.0.0.1', port: 0});
  onTestFinished(() => app.close());
  Object.assign(app.server, {headersTimeout: 1, requestTimeout: 1});
  expectFailure(await exchange({url}, request), 408);
});
