import {describe, expect, it} from 'vitest';
import {createMiner} from '../../src/index.ts';
import {parseLine, splitFields} from '../../src/line/parse-line.ts';
import {MAIL, MODSECURITY, NJS, PHP_FPM, STREAM} from './module-lines.ts';

const HEAD = '2026/11/20 12:00:03 [error] 31#31: *7 ';
const MODULES = {stream: STREAM, mail: MAIL, njs: NJS, ModSecurity: MODSECURITY, 'PHP-FPM': PHP_FPM};

const tailOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `, ${name}:${name.startsWith('bytes') ? '' : ' '}${value}`)
    .join('');

const unquoted = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.replace('udp ', ''), value.replace(/^"(.*)"$/, '$1')]),
  );

describe.each(Object.entries(MODULES))('entries of %s', (_, lines) => {
  it.each(lines)(
    'an entry of another module is split into its parts, and its pattern is "$template"',
    ({message, fields, template}) => {
      const entry = HEAD + message + tailOf(fields);
      expect(parseLine(entry)).toEqual({head: HEAD, message, tail: tailOf(fields), level: 'error'});
      expect(splitFields(message + tailOf(fields))).toEqual({message, fields: unquoted(fields)});
      const miner = createMiner();
      expect(miner.pattern(miner.add(entry))?.template).toBe(template);
    },
  );
});

it('30 entries of modules other than http are tested', () => {
  expect(Object.values(MODULES).flat()).toHaveLength(30);
});
