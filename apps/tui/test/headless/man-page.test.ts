import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from 'vitest';
import {callables} from '../../scripts/commands-doc.ts';
import {manPage, prose} from '../../scripts/man-page.ts';
import {createProgram} from '../../src/headless/create-program.ts';

const path = fileURLToPath(new URL('../../man/edge-console.1', import.meta.url));
const packageFile = fileURLToPath(new URL('../../package.json', import.meta.url));
const program = () => createProgram({} as never);

test('man/edge-console.1 matches the commands', async () => {
  await expect(manPage(await program())).toMatchFileSnapshot(path);
});

test('the npm package contains the man page', () => {
  const {man, files} = JSON.parse(readFileSync(packageFile, 'utf8'));
  expect(man).toEqual(['./man/edge-console.1']);
  expect(files).toContain('man');
});

const has = (name: string, ...args: string[]): boolean => spawnSync(name, args).status === 0;
const hasGroff = has('groff', '--version');
const hasMan = has('man', '--version');

const warningsOf = (input: string): string =>
  spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z'], {input, encoding: 'utf8'}).stderr;
const drawn = (input: string): string =>
  execFileSync('groff', ['-man', '-Tutf8', '-P-c'], {input, encoding: 'utf8'}).replaceAll(/.\u0008/g, '');

// On Debian, groff is in the package groff-base, and man in man-db.
describe.skipIf(!hasGroff)('groff (skipped: not installed)', () => {
  test('groff draws every command and option without a warning', async () => {
    const page = manPage(await program());
    expect(warningsOf(page)).toBe('');
    const text = drawn(page);
    for (const {words, verb} of callables(await program())) {
      expect(text).toContain(`edge-console ${words}`);
      for (const {flags} of verb.options) expect(text).toContain(flags);
    }
  });

  test.each([
    '.begins a request',
    "'begins one too",
    String.raw`a \fBbackslash\fR and \n[.x]`,
    `quotes ' " and \` in text`,
    '~user ^caret …',
    'give --output - or -o',
    '"quoted" ed-ge',
  ])('groff draws %j unchanged', text => {
    const page = `.TH X 1\n.nh\n.SH NAME\n${prose(text)}\n`;
    expect(warningsOf(page)).toBe('');
    expect(drawn(page).replaceAll('‐', '-')).toContain(text);
  });

  test('groff reports a warning for a broken page', () => {
    expect(warningsOf('.TH X 1\n.SH NAME\n.nonsense\n')).not.toBe('');
  });
});

test.skipIf(!hasMan)('man prints no warning for the man page (skipped: not installed)', async () => {
  const {status, stderr} = spawnSync('man', ['--warnings', '-l', '-'], {
    input: manPage(await program()),
    encoding: 'utf8',
    env: {PATH: process.env.PATH, LC_ALL: 'C.UTF-8', MANWIDTH: '80'},
  });
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
});
