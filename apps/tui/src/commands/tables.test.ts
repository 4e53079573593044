import {describe, expect, test} from 'vitest';
import {allLayers, globalLayer, type LiveLayer, screenLayers, stillConsole} from '../../test/support/layers.ts';
import {tabsOf} from '../core/view-commands.ts';
import {editField, textField} from '../form/text-field.ts';
import {footerLine} from '../root/frame.ts';
import {createScreens} from '../screens/registry.ts';
import {tabIds} from '../screens/tabs.ts';
import {cellWidth} from '../text/width.ts';
import {plainPaint} from '../theme/theme.ts';

const layers = allLayers().map((layer): [string, LiveLayer] => [layer.title, layer]);
const screens = screenLayers().map((layer): [string, LiveLayer] => [layer.title, layer]);

const twice = (values: readonly string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at);

describe.each(layers)('the layer %s', (_title, {commands}) => {
  test('no two commands of a layer have the same key', () =>
    expect(twice(commands.flatMap(command => command.keys))).toEqual([]));
  test('command ids are unique in their layer and valid in a config', () => {
    expect(twice(commands.map(command => command.id))).toEqual([]);
    for (const {id} of commands) expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
  });
  test('every command has a title in sentence case and a group', () => {
    for (const {id, title, group} of commands) {
      expect(title, id).toMatch(/^[A-Z].{1,40}$/);
      expect(group, id).toMatch(/^[A-Z][a-z ]+$/);
    }
  });
  test('no command has Delete or Backspace as a key', () => {
    expect(commands.flatMap(command => command.keys).filter(key => key === 'delete' || key === 'backspace')).toEqual(
      [],
    );
  });
  test('no dangerous command has a key with Ctrl', () => {
    const chords = commands.filter(command => command.dangerous).flatMap(command => command.keys);
    expect(chords.filter(key => key.startsWith('ctrl-'))).toEqual([]);
  });
  test('every key of a command is a valid key name', () => {
    const named =
      /^(ctrl-[a-z]|enter|esc|tab|shift-tab|space|up|down|left|right|pageup|pagedown|home|end|f\d+|[^\p{C}\s])$/u;
    for (const key of commands.flatMap(command => command.keys)) expect(key).toMatch(named);
  });
});

test.each(screens)('the screen %s uses no global key for its own commands', (_title, {commands}) => {
  const global = new Set(globalLayer().commands.flatMap(command => command.keys));
  expect(commands.flatMap(command => command.keys).filter(key => global.has(key))).toEqual([]);
});

test('text fields ignore the Ctrl keys of global commands, such as Ctrl-C to quit', () => {
  const chords = globalLayer().commands.flatMap(command => command.keys.filter(key => key.startsWith('ctrl-')));
  expect(chords).toContain('ctrl-c');
  expect(chords.filter(key => editField(textField('x'), key) !== undefined)).toEqual([]);
});

test('every tab has a unique id and title, and a command that opens it', () => {
  const app = stillConsole();
  const {tabs} = app.view();
  expect(tabs).toEqual(tabsOf(createScreens()).map(({id, title}) => ({id, title})));
  expect(twice(createScreens().map(({title}) => title))).toEqual([]);
  expect(twice(tabIds)).toEqual([]);
  expect(createScreens().map(({id}) => id)).toEqual(tabIds);
  for (const {id} of tabs) {
    app
      .commands()
      .global.find(command => command.id === `tab-${id}`)
      ?.run();
    expect(app.view().active).toBe(id);
  }
});

describe.each([...layers])('the footer of %s', (_title, {commands}) => {
  test.each([40, 80, 120])('the footer fits %d columns and omits whole commands where space is short', columns => {
    const global = globalLayer().commands;
    const line = footerLine(commands, global, {paint: plainPaint, columns});
    expect(cellWidth(line)).toBeLessThan(columns);
    const parts = line.trim().split('   ');
    const known = [...commands, ...global].map(({footer}) => footer);
    for (const part of parts) expect(known).toContain(part.slice(part.indexOf(' ') + 1));
  });
});
