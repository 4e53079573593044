import {expect, test} from 'vitest';
import {keysDoc} from '../../scripts/keys-doc.ts';
import {documentedLayers} from '../../test/support/layers.ts';

test('docs/KEYS.md is what the command records say', async () => {
  await expect(keysDoc(documentedLayers())).toMatchFileSnapshot('../../../../docs/KEYS.md');
});

test('a rebound key, a dangerous one and a key that Markdown would take for a table border', () => {
  const commands = [{id: 'cut', title: 'Cut', keys: ['|', 'ctrl-d'], group: 'Edit', dangerous: true}];
  expect(keysDoc([{layer: 'x', title: 'X', commands}])).toContain(
    '| Edit | `\\|` `^D` | Cut (**dangerous**) | `x.cut` |',
  );
});
