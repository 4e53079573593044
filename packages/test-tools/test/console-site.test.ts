import {expect, test} from 'vitest';
import {ANN_TOKEN, call, start} from './support.ts';

const AGENTS = '/api/agents';
const CONSOLE_TOKEN = '0123456789abcdef0123456789abcdef';

test('the console accepts a token of the option consoleTokens, also after a reset', async () => {
  const {server} = await start({consolePort: 0, consoleTokens: [CONSOLE_TOKEN]});
  await server.reset();
  expect((await call({url: server.consoleUrl}, AGENTS, {token: CONSOLE_TOKEN})).code).toBe(200);
  expect(server.consoleToken).toBe(CONSOLE_TOKEN);
});

test('the console port supports faults and recorded requests, and does not serve /__control', async () => {
  const secret = 'correct horse battery staple';
  const {server} = await start({consolePort: 0, controlSecret: secret});
  const site = {url: server.consoleUrl};
  server.setFault({kind: 'status', status: 418, operation: 'listAgents', times: 1});
  expect((await call(site, AGENTS, {token: server.consoleToken ?? ''})).code).toBe(418);
  expect(server.requests({operation: 'listAgents'})).toMatchObject([{faults: ['status'], violations: []}]);
  await call(server, AGENTS, {token: ANN_TOKEN});
  expect(server.requests().at(-1)?.violations).toEqual([{rule: 'path', message: '/api/agents belongs to the console'}]);
  expect((await call(site, '/__control/faults', {headers: {'Control-Secret': secret}})).code).toBe(404);
});
