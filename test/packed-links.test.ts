import {expect, it} from 'vitest';
import {packedLinks} from '../scripts/release/packages.ts';

const context = {file: 'guides/a.md', folder: 'packages/x', packed: new Set(['README.md', 'guides/b.md'])};
const text = '[own](b.md#c) [up](../README.md) [`code`](../../../other/d.md#e) [top](#f) [web](https://example.com)';

it('links of a packed document lead to files of the package, or to the repository', () => {
  const base = 'https://example.com/blob/v1';
  expect(packedLinks(text, {...context, base})).toBe(text.replace('../../../other/', `${base}/other/`));
});

it('a link of a packed document to another file is plain text if the repository is unknown', () => {
  expect(packedLinks(text, {...context, base: undefined})).toBe(
    text.replace('[`code`](../../../other/d.md#e)', '`code`'),
  );
});
