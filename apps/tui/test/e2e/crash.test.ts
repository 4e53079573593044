import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {bundled} from './support/bundle.ts';
import {press} from './support/keys.ts';
import {expectGivenBack, run, startShell} from './support/shell.ts';

const fixture = bundled('parts.tsx');

it.each([
  ['painter', 'edge-console stopped unexpectedly: Error: the painter broke\n'],
  ['clock', 'edge-console stopped unexpectedly: Error: the clock broke ␛[2J\n'],
])('leaves a clean terminal and tells stderr why when the %s throws', async (part, message) => {
  const errors = join(fixture(), '..', `${part}.txt`);
  const pty = await startShell('http://127.0.0.1:9', {NODE: process.execPath, FIXTURE: fixture(), ERRORS: errors});
  run(pty, `$NODE $FIXTURE ${part} $U 2>$ERRORS`);
  await pty.waitFor('Account source');
  expect(pty.modes().alternateScreen).toBe(true);
  press(pty, 'session.previous-field', 'session.next-choice');
  await expectGivenBack(pty, 1);
  // Ink shows the cursor again on stderr, whatever that is.
  const told = readFileSync(errors, 'utf8').replace(/\u001B\[\?25h$/, '');
  expect(told.startsWith(message)).toBe(true);
  expect(told).not.toContain('\u001B');
});
