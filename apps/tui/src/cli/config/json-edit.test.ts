import fc from 'fast-check';
import {getNodeValue, parseTree} from 'jsonc-parser';
import {expect, test} from 'vitest';
import {editJson} from './json-edit.ts';

const TEXT = `// top
{
  // profiles
  "profiles": {
    "p": {
      "url": "https://p", // the old one
      "insecure": true // temporary
    }, // end of p
    /* q */
    "q": {
      "url": "https://q", /* one */
      // more to come
    },
  },
  // last
  "ascii": true // no UTF-8
}
`;

const FORMS = [
  ['  ', '\n'],
  ['  ', '\r\n'],
  ['\t', '\n'],
  ['\t', '\r\n'],
  ['    ', '\n'],
] as const;

test.each([
  [
    'adds a property after the comment of the last line',
    ['profiles', 'p', 'label'],
    'PROD',
    '"insecure": true // temporary',
    '"insecure": true, // temporary\n      "label": "PROD"',
  ],
  [
    'adds a property after a trailing comma',
    ['profiles', 'q', 'label'],
    'TEST',
    '"https://q", /* one */',
    '"https://q", /* one */\n      "label": "TEST",',
  ],
  [
    'adds an object',
    ['profiles', 'r', 'url'],
    'r',
    '    },\n  },',
    '    },\n    "r": {\n      "url": "r"\n    },\n  },',
  ],
  ['replaces a value', ['profiles', 'p', 'url'], 'https://r', 'https://p', 'https://r'],
  [
    'removes a property with the comment on its line',
    ['profiles', 'p', 'url'],
    undefined,
    '      "url": "https://p", // the old one\n',
    '',
  ],
  [
    'removes the last property and the comma before it',
    ['profiles', 'p', 'insecure'],
    undefined,
    '"https://p", // the old one\n      "insecure": true // temporary\n',
    '"https://p" // the old one\n',
  ],
  [
    'removes an object and keeps the comment of the next one',
    ['profiles', 'p'],
    undefined,
    TEXT.slice(TEXT.indexOf('    "p"'), TEXT.indexOf('    /* q')),
    '',
  ],
])('editJson %s', (_what, path, value, from, to) => {
  for (const [unit, lineEnd] of FORMS) {
    const formed = (text: string) =>
      text.replaceAll(/^(?: {2})+/gm, indent => unit.repeat(indent.length / 2)).replaceAll('\n', lineEnd);
    expect(editJson(formed(TEXT), path, value)).toBe(formed(TEXT.replace(from, to)));
  }
});

test.each(FORMS)(
  'editJson adds the first property of an object with the indentation %j and the line end %j',
  (unit, lineEnd) => {
    const text = (inside: string) => `{\n${unit}"profiles": {${inside}}\n}\n`.replaceAll('\n', lineEnd);
    const added = `\n${unit}${unit}"p": {\n${unit}${unit}${unit}"url": "https://p"\n${unit}${unit}}\n${unit}`;
    expect(editJson(text(''), ['profiles', 'p', 'url'], 'https://p')).toBe(text(added));
  },
);

test.each([
  ['{}', ['a', 'b'], 1, {a: {b: 1}}],
  ['{"a": 1, "b": 2, "c": 3}', ['a'], undefined, {b: 2, c: 3}],
  ['{"a": 1, "b": 2, "c": 3}', ['b'], undefined, {a: 1, c: 3}],
  ['{"a": 1, "b": 2, "c": 3,}', ['c'], undefined, {a: 1, b: 2}],
  ['{"a": 1 /* , */ , // ,\n "b": 2}', ['b'], undefined, {a: 1}],
  ['{"a": 1}', ['b'], undefined, {a: 1}],
  ['{"a": 1}', ['b'], 2, {a: 1, b: 2}],
  ['{\r\n  "a": 1, // one\r\n  "b": 2 // two\r\n}\r\n', ['b'], undefined, {a: 1}],
  ['{\r\n  "a": 1 // one\r\n}\r\n', ['b'], 2, {a: 1, b: 2}],
])('editJson changes %j at %j', (text, path, value, expected) => {
  expect(parsed(editJson(text, path, value))).toEqual(expected);
});

const parsed = (text: string): unknown => {
  const errors: never[] = [];
  const tree = parseTree(text, errors, {allowTrailingComma: true});
  expect(errors, text).toEqual([]);
  return tree && getNodeValue(tree);
};

test('editJson changes one value, and keeps comments except on the line of a removed property', () => {
  const comment = fc.constantFrom('', ' // , "x": 1', ' /* } */');
  const row = fc.record({above: comment, before: comment, behind: comment});
  const shape = fc.record({rows: fc.array(row, {maxLength: 4}), trailing: fc.boolean(), at: fc.nat(4)});
  fc.assert(
    fc.property(shape, fc.option(fc.integer(), {nil: undefined}), ({rows, trailing, at}, value) => {
      const lines = rows.map(({above, before, behind}, index) => {
        const comma = trailing || index < rows.length - 1 ? ',' : '';
        const inside = before.includes('//') ? '' : before;
        return `${above}\n  "k${index}": ${index}${inside}${comma}${behind}\n`;
      });
      const text = `{\n${lines.join('')}}\n`;
      const edited = editJson(text, [`k${at}`], value);
      const expected = Object.fromEntries(rows.map((_row, index) => [`k${index}`, index]));
      if (value === undefined) delete expected[`k${at}`];
      else expected[`k${at}`] = value;
      expect(parsed(edited)).toEqual(expected);
      const kept = lines.filter((_line, index) => value !== undefined || index !== at).join('');
      expect(edited.match(/\/\/|\/\*/g)?.length ?? 0).toBeGreaterThanOrEqual(kept.match(/\/\/|\/\*/g)?.length ?? 0);
    }),
  );
});
