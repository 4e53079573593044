import {Agent, request} from 'node:http';
import {text} from 'node:stream/consumers';
import {expect, onTestFinished, test} from 'vitest';
import {createServer} from '../../src/index.ts';

const CONTROL_SECRET = 'a secret of the control plane';
const ENTRY = `${JSON.stringify({level: 4, log_time: 1, log: 'x'.repeat(300)})}\n`;

// Up to more than any socket holds, so that the sender is still sending when the answer is ready.
test.each([0, 1000, 8000, 40_000])(
  'whoever sends %d lines on behind one that is refused reads why, and the connection stays good',
  async more => {
    const server = await createServer({controlSecret: CONTROL_SECRET});
    onTestFinished(() => server.close());
    const agent = new Agent({keepAlive: true, maxSockets: 1});
    onTestFinished(() => agent.destroy());
    const post = (path: string, body: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = {'Control-Secret': CONTROL_SECRET};
        const sending = request(`${server.url}/__control${path}`, {method: 'POST', agent, headers});
        sending.setTimeout(10_000, () => sending.destroy(new Error(`no answer: ${path}`)));
        sending.on('response', response => resolve(text(response))).on('error', reject);
        sending.end(body);
      });
    const refused = await post('/error_logs', `no entry\n${ENTRY.repeat(more)}`);
    expect(JSON.parse(refused)).toEqual({
      status: 400,
      msg: expect.stringMatching(/^line 1: .*; stored before it: 0$/),
    });
    expect(JSON.parse(await post('/clock', '{"advance_ms": 1}'))).toMatchObject({status: 0});
  },
);
