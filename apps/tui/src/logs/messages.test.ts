import {createMiner} from '@edge-console/patterns';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {clientEntry} from '../../test/support/log-client.ts';
import type {HouseMessage} from '../core/house-message.ts';
import {conditionTest} from './conditions/entry-test.ts';
import {createMessages, templateOf} from './messages.ts';
import {templateTest} from './template.ts';

const refused: HouseMessage = {
  id: 'refused',
  template: '[lua] <*>: pay(): invoice <*> was refused by <*>',
  meaning: 'The bank refused a payment.',
};
const otp: HouseMessage = {id: 'otp', regex: 'by zone "(?P<zone>otp|sms)"$', meaning: 'Someone tries codes.'};
const line = '[lua] billing.lua:7: pay(): invoice 4711 was refused by the bank of x';

describe('messages in the config', () => {
  test('a message template matches lines, and its values may have several words', () => {
    const {find} = createMessages([refused]);
    expect(find(line)?.values.map(({value}) => value)).toEqual(['billing.lua:7', '4711', 'the bank of x']);
    expect(find(`  ${line}`)?.id).toBe('refused');
    expect(find(line.replace('refused', 'paid'))).toBeUndefined();
    expect(find(`a ${line}`)).toBeUndefined();
  });

  test('the named groups of a message regex give the names of its values', () => {
    const {find} = createMessages([otp]);
    expect(find('limiting requests, excess: 1.0 by zone "sms"')?.values).toEqual([{name: 'zone', value: 'sms'}]);
    expect(find('limiting requests, excess: 1.0 by zone "sms" now')).toBeUndefined();
  });

  test('find returns the first matching message, and idsOf all matching ids', () => {
    const {find, idsOf} = createMessages([refused, {...refused, id: 'invoice', template: '<*> invoice <*>'}]);
    expect(find(line)?.id).toBe('refused');
    expect(idsOf(line)).toEqual(['refused', 'invoice']);
    expect(idsOf('x')).toEqual([]);
  });

  test('the template of a message matches its lines in templateTest and in a pattern condition', () => {
    for (const message of [refused, otp]) {
      const text = message === refused ? line : 'limiting connections by zone "otp"';
      const log = `2026/11/20 12:00:03 [error] 31#31: *1 ${text}, client: 10.0.0.7`;
      const miner = createMiner({messages: createMessages([message]).find});
      const template = miner.pattern(miner.add(log))?.template ?? '';
      expect(template).toBe(templateOf(message));
      expect(templateTest(template)(text)).toBe(true);
      expect(templateTest(template)(template)).toBe(true);
      const isKept = conditionTest({verb: 'keep', text: `pattern:${template}`});
      expect(isKept(clientEntry(1, {log}))).toBe(true);
      expect(isKept(clientEntry(1, {log: log.replace(/invoice|zone/, 'x')}))).toBe(false);
    }
  });

  test('a message template matches every line generated from it', () => {
    const word = fc.stringMatching(/^[a-z0-9.*+()[\]!/$^|-]{1,8}$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.constant('<*>')), {minLength: 1, maxLength: 6}), word, (words, value) => {
        const template = words.join(' ');
        const {find} = createMessages([{id: 'a', template, meaning: 'm'}]);
        const found = find(words.map(each => (each === '<*>' ? value : each)).join(' '));
        expect(found?.values).toHaveLength(words.filter(each => each === '<*>').length);
      }),
    );
  });
});
