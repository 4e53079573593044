import {expect, test} from 'vitest';
import {keysDoc} from '../../scripts/keys-doc.ts';
import {documentedLayers} from '../../test/support/layers.ts';

test('docs/KEYS.md is what the key records say', async () => {
  await expect(keysDoc(documentedLayers())).toMatchFileSnapshot('../../../../docs/KEYS.md');
});

test('a rebound key, a dangerous one and a key that Markdown would take for a table border', () => {
  const bindings = [{id: 'cut', keys: ['|', 'ctrl-d'], label: 'cut', dangerous: true}];
  expect(keysDoc([{layer: 'x', title: 'X', bindings}])).toContain('| `\\|` `^D` | cut (**dangerous**) | `x.cut` |');
});
