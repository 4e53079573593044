import {readFile} from 'node:fs/promises';
import {describe, expect, test} from 'vitest';
import {main} from './edge-conformance.ts';

const runMain = async (flags: readonly string[]) => {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await main(flags, {
    out: text => void out.push(text),
    err: text => void err.push(text),
    env: {},
    version: '0.0.0',
    signal: new AbortController().signal,
  });
  return {code, out: out.join(''), err: err.join('')};
};

describe('exit code 2', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['no URL', [], /--base-url is missing/],
    ['a URL with another scheme', ['--base-url', 'ftp://edge'], /--base-url must be a URL/],
    ['a URL with a query', ['--base-url', 'http://edge/?a=1'], /--base-url must end with its path/],
    [
      'a URL with a password',
      ['--base-url', 'http://ann:secret@edge'],
      /--base-url must not contain a user or password/,
    ],
    ['an unknown flag with a secret', ['--base-url', 'http://edge', '--pass=secret@'], /unknown option '--pass'/],
    ['a stray secret', ['--base-url', 'http://edge', 'secret@'], /too many arguments/],
    ['a secret as a number', ['--base-url', 'http://edge', '--timeout', 'secret@'], /--timeout: expected a number/],
    ['record and --write', ['record', '--url', 'http://edge', '--out', 'x', '--write'], /unknown option '--write'/],
    ['record and --out with a flag as its folder', ['record', '--out', '--dry-run'], /--out: expected a folder/],
    ['record without --out', ['record', '--url', 'http://edge'], /--out/],
    ['record and a low limit', ['record', '--max-requests', '19'], /--max-requests: expected a number from 20 to /],
    ['an unknown flag', ['--base-url', 'http://edge', '--wirte'], /--wirte/],
    [
      'two kinds of trust',
      ['--base-url', 'https://edge', '--insecure', '--pin', '00'.repeat(32)],
      /--insecure.* cannot be used with .*--pin|--pin.* cannot be used with .*--insecure/,
    ],
    ['an invalid pin', ['--base-url', 'https://edge', '--pin', '00'], /--pin must be a SHA-256/],
    ['a username alone', ['--base-url', 'http://edge', '--username', 'ann'], /--password-file/],
    ['a missing file', ['--base-url', 'http://edge', '--api-token-file', '/nowhere'], /ENOENT/],
    [
      'an unknown output',
      ['--base-url', 'http://edge', '--output', 'xml'],
      /--output: Allowed choices are table, ndjson/,
    ],
    ['a refused connection', ['--base-url', 'http://127.0.0.1:1'], /got no response: ECONNREFUSED/],
  ])('edge-conformance with %s ends with exit code 2 and one line on stderr', async (_name, flags, problem) => {
    const {code, out, err} = await runMain(flags);
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^edge-conformance: [^\n]+\n$/)]);
    expect(err).toMatch(problem);
    expect(err).not.toContain('secret@');
  });
});

test('edge-conformance record --version prints the version', async () => {
  expect(await runMain(['record', '--version'])).toEqual({code: 0, out: '0.0.0\n', err: ''});
});

test('edge-conformance --help names every flag in the reference', async () => {
  const reference = await readFile(new URL('../../docs/reference.md', import.meta.url), 'utf8');
  const [check, record] = [await runMain(['--help']), await runMain(['record', '--help'])];
  expect([check.code, check.err, record.code, record.err]).toEqual([0, '', 0, '']);
  expect((check.out + record.out).match(/--[a-z][a-z0-9-]*/g)).toEqual(
    expect.arrayContaining(reference.match(/(?<=[`, ])--[a-z][a-z0-9-]*/g) ?? []),
  );
});
