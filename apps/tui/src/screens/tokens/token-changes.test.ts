import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {connectionTo} from '../../../test/support/pad.ts';
import {createWrites} from '../../core/connection/writes.ts';
import {createToken} from './token-changes.ts';

test('only functions that write to the journal change tokens and sessions', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('**/*.{ts,tsx}', {cwd: root}).filter(file => !file.includes('.test.'));
  const callers = files.filter(file =>
    /apiTokens\s*\.(create|update|delete)\(|session\s*\.(login|logout)\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(callers.toSorted()).toEqual(['core/connection/connection.ts', 'screens/tokens/token-changes.ts']);
});

test('createToken sends nothing to a read-only connection, and the error names the command that allows it', async () => {
  const connection = {
    ...connectionTo('prod'),
    writes: createWrites({name: 'prod', policy: 'timed', now: () => 0}),
  };
  const writer = {connection, command: 'tokens create', signal: new AbortController().signal};
  await expect(createToken({name: 'nightly', expire: 0}, writer)).rejects.toMatchObject({
    message: 'prod is read-only; nothing was sent.',
    hint: '{global.elevate} permits changes for some minutes.',
  });
});
