import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readGatewayUrl} from './values.ts';

const NOT_HTTP = 'must be a URL that begins with http:// or https://';
const USER = 'must not contain a user or password';
const BEYOND_PATH = 'must end with its path, without ? or #';

describe('readGatewayUrl', () => {
  test.each([
    ['https://edge.example.com', 'https://edge.example.com/'],
    ['http://127.0.0.1:8080/base/path/', 'http://127.0.0.1:8080/base/path/'],
    ['HTTPS://EDGE.example.com', 'https://edge.example.com/'],
    ['  https://edge.example.com\n', 'https://edge.example.com/'],
    ['http://[::1]:81', 'http://[::1]:81/'],
    ['https://edge.example.com/a%3Fb', 'https://edge.example.com/a%3Fb'],
  ])('readGatewayUrl accepts %j', (text, href) => {
    expect(readGatewayUrl(text)).toEqual({url: new URL(href)});
  });

  test.each([
    ['', NOT_HTTP],
    [' ', NOT_HTTP],
    ['edge.example.com', NOT_HTTP],
    ['localhost:8080', NOT_HTTP],
    ['ftp://edge.example.com', NOT_HTTP],
    ['javascript:alert(1)', NOT_HTTP],
    ['https://', NOT_HTTP],
    ['https://ann@edge.example.com', USER],
    ['https://:pass@edge.example.com', USER],
    ['https://ann:pass@edge.example.com?a=1', USER],
    ['https://edge.example.com?a=1', BEYOND_PATH],
    ['https://edge.example.com/?', BEYOND_PATH],
    ['https://edge.example.com/#', BEYOND_PATH],
    ['https://edge.example.com/#top', BEYOND_PATH],
  ])('readGatewayUrl refuses %j', (text, problem) => {
    expect(readGatewayUrl(text)).toEqual({problem});
  });

  test('the problem that readGatewayUrl returns never contains a password of the text', () => {
    const password = fc.stringMatching(/^[A-Z0-9]{6,20}$/);
    const form = fc.constantFrom(
      'https://u:*@host',
      'https://u:*@host:bad',
      'u:*@host',
      'ftp://u:*@h',
      'http://h/?p=*',
    );
    fc.assert(
      fc.property(form, password, (text, secret) => {
        expect(JSON.stringify(readGatewayUrl(text.replace('*', secret)))).not.toContain(secret);
      }),
    );
  });
});
