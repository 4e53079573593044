import {contract, type Operation} from '@edge-console/schema';
import {describe, expect, test} from 'vitest';
import {leaksIn} from '../../../test/support/leaks.ts';
import {createRedact} from '../redact.ts';
import {encodeRequest, type RawInput} from './encode-request.ts';
import {readExtras} from './extras.ts';

const base = new URL('https://gateway');
const context = {base, extras: readExtras({}), redact: createRedact([])};
const pathOf = (operation: Operation, input: RawInput, from = base): string =>
  encodeRequest(operation, input, {...context, base: from}).path();

describe('input outside the contract', () => {
  test.each([
    ['level', contract.listErrorLogs, {query: {level: 9}}],
    ['a field is invalid: not a known field; known: node_id', contract.listErrorLogs, {query: {'p-canary': 'red'}}],
    ['name, expire', contract.createApiToken, {body: {name: 'a', expire: 0, 'p-canary': 1} as never}],
    ['page', contract.listApiTokens, {query: {page: 0}}],
    ['name', contract.createApiToken, {body: {name: ' ', expire: 0}}],
    ['expire', contract.updateApiToken, {params: {api_token_id: 1}, body: {expire: -1}}],
    ['api_token_id', contract.deleteApiToken, {params: {api_token_id: Number.NaN}}],
    ['agent_id', contract.listApplications, {params: {agent_id: '..'}}],
    ['agent_id', contract.listApplications, {params: {agent_id: ''}}],
    ['remember', contract.login, {body: {username: 'u', password: 'p-canary', remember: 1}}],
  ] satisfies [string, Operation, RawInput][])(
    'the error of an invalid input contains: %s',
    (field, operation, input) => {
      let error: unknown;
      try {
        encodeRequest(operation, input, context);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({code: 'invalid_request', attempt: 0, retryable: false, method: operation.method});
      expect(error).toMatchObject({message: expect.stringContaining(field)});
      expect(leaksIn(error, ['p-canary'])).toEqual([]);
    },
  );
});

test('the path prefix of the base URL is kept, and path parameters are percent-encoded', () => {
  const prefixed = new URL('https://gateway/pre/fix/');
  expect(pathOf(contract.listApplications, {params: {agent_id: 'a/b ?#'}, query: {online: 1}}, prefixed)).toBe(
    '/pre/fix/api/agents/a%2Fb%20%3F%23/applications?online=1',
  );
});

test('a path prefix that begins with two slashes is not read as a host', () => {
  const {href} = encodeRequest(contract.listAgents, {}, {...context, base: new URL('https://gateway//other/')});
  expect([new URL(href).host, href]).toEqual(['gateway', 'https://gateway//other/api/agents']);
});

test('empty and undefined filters are not sent, and a request id is sent unchanged', () => {
  const path = '/admin-api/log_server/errlog';
  expect(pathOf(contract.listErrorLogs, {})).toBe(path);
  expect(pathOf(contract.listErrorLogs, {query: {req_id: '', level: undefined}})).toBe(path);
  expect(pathOf(contract.listErrorLogs, {query: {req_id: '000028800bac65d7fed03afd', node_type: 0}})).toBe(
    `${path}?node_type=0&req_id=000028800bac65d7fed03afd`,
  );
});
