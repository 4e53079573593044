import {expect, it} from 'vitest';
import {packedLinks} from '../scripts/release/links.ts';

const context = {file: 'docs/a.md', folder: 'packages/x', packed: new Set(['README.md', 'docs/b.md'])};
const text = '[own](b.md#c) [up](../README.md) [`code`](../../../docs/d.md#e) [top](#f) [web](https://example.com)';

it('links of a packed document lead to files of the package, or to the repository', () => {
  const base = 'https://example.com/blob/v1';
  expect(packedLinks(text, {...context, base})).toBe(text.replace('../../../docs/', `${base}/docs/`));
});

it('a link of a packed document to another file is plain text if the repository is unknown', () => {
  expect(packedLinks(text, {...context, base: undefined})).toBe(
    text.replace('[`code`](../../../docs/d.md#e)', '`code`'),
  );
});
