import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {REFERENCE, renderReference} from '../scripts/reference.ts';

test('the reference matches the built package; `pnpm docs` regenerates it', async () => {
  expect(renderReference()).toBe(await readFile(REFERENCE, 'utf8'));
});

test('the reference has the doc comments of declarations and members', () => {
  const reference = renderReference();
  expect(reference).toContain('#### createClient\n\nCreates a client.');
  expect(reference).toContain('Throws `EdgeError` `invalid_request` for an invalid option.');
  expect(reference).toContain('#### CallOptions\n\nOptions of one call');
  expect(reference).toContain('Aborts the call, which rejects with');
  expect(reference).toContain('- `Secret` of `@edge-console/schema/values`');
});
