import {describe, expect, test} from 'vitest';
import {stillConsole} from '../../../test/support/layers.ts';
import {textField} from '../../form/text-field.ts';
import {placeSources} from '../../screens/registry.ts';
import {charset} from '../../theme/glyphs.ts';
import {plainPaint} from '../../theme/theme.ts';
import type {Ui} from '../../ui/context.ts';
import {candidatesOf, completed, type LineOptions, type LineState} from './candidates.ts';
import {lineText} from './command-line.ts';

const app = stillConsole();
const {front, global} = app.commands();
const commands = [...front, ...global];
const [, commandPlaces] = placeSources;
const elsewhere = ((await commandPlaces?.({} as never, new AbortController().signal)) ?? []).filter(
  ({command}) => !commands.some(({id}) => id === command),
);

const options = (by: LineOptions['by'] = 'title'): LineOptions => ({
  ...{commands, by, text: '', recent: [], sources: []},
  say: (text: string) => text,
});
const state = (text: string, rest: Partial<LineState> = {}): LineState => ({
  ...{field: textField(text), places: elsewhere, selected: 0, problem: undefined},
  ...rest,
});
const found = (text: string) => candidatesOf(state(text), options()).map(({title}) => title);

describe('the command line', () => {
  test.each([
    ['rot', 'Rotate the token'],
    ['creat tok', 'Create a token'],
    ['crtok', 'Create a token'],
    ['go to app', 'Go to Applications'],
    ['lvl', 'Show this level and more severe ones'],
    ['del', 'Delete the token, or the marked tokens'],
    ['tokens edit', 'Edit the token'],
  ])('the text %j gives %s as its first suggestion', (text, first) => {
    expect(found(text)[0]).toBe(first);
  });

  test('suggestions omit matches with letters from several fields or with far lower scores than the best', () => {
    expect(found('rot')).not.toContain('Stop reading');
    expect(found('filt')).toEqual(['Filter the entries', 'Clear the filter']);
    expect(found('watch')[0]).toBe('Ring at a rate or a new pattern');
    expect(found('wat')).not.toContain('Show the last requests');
  });

  test.each([
    ['level al', 'level alert '],
    ['filter level=err', 'filter level=error '],
    ['level ', undefined],
    ['goto 4', undefined],
  ])('the line %j is completed to %j', (text, whole) => {
    expect(completed(text, options('name'))).toBe(whole);
  });
});

describe('the command-line box', () => {
  const ui: Ui = {
    ...{say: text => text, paint: plainPaint, ...charset(false), columns: 80, rows: 19},
    clock: {now: () => 0, subscribe: () => () => undefined},
  };
  const lines = (text: string, rest: Partial<LineState> = {}, by: LineOptions['by'] = 'title', columns = 80) => {
    const {head, foot} = lineText(state(text, rest), {...ui, columns}, {options: options(by), now: 0});
    return [...head, ...foot];
  };

  test('the command-line box has the same height for every input', () => {
    const heights = ['', 'e', 'rot', 'xyzzy', 'level ', 'level eror'].map(text => lines(text).length);
    expect(new Set(heights).size).toBe(1);
    expect(lines('level eror', {problem: 'Level: did you mean error?'})).toHaveLength(heights[0] ?? 0);
  });

  test('the command-line box marks the selected line with a symbol', () => {
    expect(
      lines('go to', {selected: 1})
        .map(line => line.charAt(0))
        .slice(2, 5),
    ).toEqual([' ', '▌', ' ']);
  });

  test('the command-line box shows the problem of an invalid line exactly once, before and after Enter', () => {
    const once = (text: string, problem: string | undefined, words: string) =>
      expect(lines(text, {problem}, 'name').join('\n').split(words)).toHaveLength(2);
    once('level eror', undefined, 'did you mean error?');
    once('level eror', 'Level: did you mean error?', 'did you mean error?');
    once('profile x', undefined, 'the config has no profiles');
    once('profile x', 'Use another profile: the config has no profiles', 'the config has no profiles');
  });

  test('the command palette shows the tab of a command after its title in 80 columns', () => {
    expect(lines('rot')[2]).toMatch(/^▌ Rotate the token: on the Tokens tab +$/);
    // The title is wider in a line without a key.
    expect(lines('rot', {}, 'title', 40)[2]).toMatch(/^▌ Rotate the token: on the Tokens/);
  });

  test('the command palette has a space between a title that is cut and its key', () => {
    const cut = lines('', {}, 'title', 40).filter(line => line.includes('…'));
    expect(cut.some(line => /… \S/.test(line))).toBe(true);
    expect(cut.filter(line => /…\S/.test(line))).toEqual([]);
  });
});
