import {expect, test} from 'vitest';
import {keysDoc} from '../../scripts/keys-doc.ts';
import {commandLayers} from '../screens/registry.ts';
import type {CommandRecord} from './command.ts';

test('docs/KEYS.md matches the command records', async () => {
  await expect(keysDoc(commandLayers())).toMatchFileSnapshot('../../../../docs/KEYS.md');
});

test('keysDoc marks dangerous commands and escapes keys for Markdown', () => {
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
