import {expect, test} from 'vitest';
import {keysDoc} from '../../scripts/keys-doc.ts';
import {commandLayers} from '../screens/registry.ts';
import type {CommandRecord} from './command.ts';

test('docs/KEYS.md equals the output of keysDoc for all commands', async () => {
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

test('docs/KEYS.md has every command, and the commands that all lists share in one table only', () => {
  const ids = new Set([...keysDoc(commandLayers()).matchAll(/`([\w-]+\.[\w-]+)` \|$/gm)].map(([, id = '']) => id));
  for (const {layer, commands} of commandLayers()) {
    for (const {id} of commands) {
      const places = [`${layer}.${id}`, `LIST.${id}`, `VIEW.${id}`].filter(place => ids.has(place));
      expect(places, `${layer}.${id}`).not.toEqual([]);
    }
  }
  const repeated = [...ids].filter(id => !id.startsWith('LIST.') && ids.has(id.replace(/^[^.]+/, 'LIST')));
  expect(repeated.filter(id => !id.startsWith('dialog.'))).toEqual([]);
});
