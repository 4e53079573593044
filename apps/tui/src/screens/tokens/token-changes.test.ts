import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';

test('only functions that record a change call what changes tokens and sessions', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('**/*.{ts,tsx}', {cwd: root}).filter(file => !file.includes('.test.'));
  const callers = files.filter(file =>
    /apiTokens\s*\.(create|update|delete)\(|session\s*\.(login|logout)\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(callers.toSorted()).toEqual(['core/connection.ts', 'screens/tokens/token-changes.ts']);
});
