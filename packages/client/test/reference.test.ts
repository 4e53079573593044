import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {REFERENCE, renderReference} from '../scripts/reference.ts';

test('the reference is that of the built package: `pnpm docs` makes it again', async () => {
  expect(renderReference()).toBe(await readFile(REFERENCE, 'utf8'));
});

test('what has a docstring is told with it, and each member with its own', () => {
  const reference = renderReference();
  expect(reference).toContain('#### createClient\n\nMakes a client of one gateway and its console.');
  expect(reference).toContain('#### CallOptions\n\nOptions of one call');
  expect(reference).toContain(
    '/** Aborts the call and its socket; the error has code `aborted`. */\n  readonly signal?',
  );
  expect(reference).toContain('#### startTestServer');
  expect(reference).toMatch(/- `Secret` of `@edge-console\/schema`: A credential that does not show itself/);
});
