import {expect, test} from 'vitest';
import {keysDoc} from '../../scripts/keys-doc.ts';
import {commandLayers} from '../screens/registry.ts';
import type {CommandRecord} from './command.ts';

test('docs/KEYS.md is what the command records say', async () => {
  await expect(keysDoc(commandLayers())).toMatchFileSnapshot('../../../../docs/KEYS.md');
});

test('a rebound key, a dangerous one and a key that Markdown would take for a table border', () => {
  const cut: CommandRecord = {
    id: 'cut',
    title: 'Cut',
    keys: ['|', 'ctrl-d'],
    group: 'Edit',
    dangerous: true,
    action: null,
  };
  expect(keysDoc([{layer: 'x', title: 'X', commands: [cut]}])).toContain(
    '| Edit | `\\|` `^D` | Cut (**dangerous**) | `x.cut` |',
  );
});
