import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {bundleFixture} from '../support/bundle.ts';
import {checked, expectRestored, startShell} from './support/shell.ts';

const fixture = bundleFixture('parts.tsx');

it.each([
  ['painter', 'edge-console stopped unexpectedly: Error: the painter broke\n'],
  ['clock', 'edge-console stopped unexpectedly: Error: the clock broke ␛[2J\n'],
])('a crash restores the terminal and reports the error on stderr when the %s throws', async (part, message) => {
  const errors = join(fixture(), '..', `${part}.txt`);
  const shell = await startShell('http://127.0.0.1:9', {NODE: process.execPath, FIXTURE: fixture(), ERRORS: errors});
  await shell
    .type(checked(`$NODE $FIXTURE ${part} $U 2>$ERRORS`))
    .see('Account source')
    .see(({modes}) => modes().alternateScreen)
    .press('session.previous-field', 'session.next-choice');
  await expectRestored(shell, 1);
  // Ink writes the sequence that shows the cursor to stderr.
  const report = readFileSync(errors, 'utf8').replace(/\u001B\[\?25h$/, '');
  expect(report.slice(0, message.length)).toBe(message);
  expect(report).not.toContain('\u001B');
});
