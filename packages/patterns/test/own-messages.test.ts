import {describe, expect, it} from 'vitest';
import {createMiner, mergeMiners, type OwnMessages, restoreMiner} from '../src/index.ts';

const messages: OwnMessages = message => {
  const [, zone = ''] = /^limiting requests.* by zone "(otp)"$/.exec(message) ?? [];
  if (zone !== '') return {id: 'otp-flood', template: '/by zone "(otp)"/', values: [{name: 'zone', value: zone}]};
  const [, invoice = ''] = /^invoice (\S+) lost$/.exec(message) ?? [];
  return invoice === '' ? undefined : {id: 'invoice', template: 'invoice <*> lost', values: [{value: invoice}]};
};
const limit = (zone: string): string =>
  `2026/11/20 12:00:03 [error] 31#31: *1 limiting requests, excess: 7.1 by zone "${zone}", client: 10.0.0.7`;

describe('caller-defined messages', () => {
  it('the messages function gets a line without its head and fields, and overrides the dictionary', () => {
    const miner = createMiner({messages});
    const own = miner.add(limit('otp'));
    const known = miner.add(limit('perip'));
    expect(miner.pattern(own)).toMatchObject({
      known: {id: 'otp-flood', group: 'own'},
      template: '/by zone "(otp)"/',
      values: [{name: 'zone', top: [{value: 'otp', count: 1}]}],
      count: 1,
      levels: {error: 1},
    });
    expect(miner.pattern(known)?.known).toEqual({id: 'limit-req', group: 'limit'});
    expect(createMiner().add(limit('otp'))).toBe(known);
  });

  it('match finds a caller-defined message only after one of its lines was added', () => {
    const miner = createMiner({messages});
    expect(miner.match('invoice 7 lost')).toBeUndefined();
    const id = miner.add('invoice 8 lost\nstack traceback:');
    expect(miner.match('invoice 7 lost')).toBe(id);
  });

  it('the pattern id of a caller-defined message does not depend on its template', () => {
    const renamed: OwnMessages = message => {
      const found = messages(message);
      return found && {...found, template: 'other'};
    };
    expect(createMiner({messages: renamed}).add('invoice 7 lost')).toBe(createMiner({messages}).add('invoice 7 lost'));
  });

  it('saved and merged miners keep caller-defined messages and their counts', () => {
    const lines = ['invoice 7 lost', 'invoice 8 lost', limit('otp'), limit('perip'), 'a job took 7 s'];
    const miner = createMiner({messages});
    for (const line of lines) miner.add(line);
    const restored = restoreMiner(JSON.parse(JSON.stringify(miner)), {messages});
    expect(restored.patterns()).toEqual(miner.patterns());
    for (const line of lines) restored.add(line);
    const merged = mergeMiners(miner, restored);
    expect(merged.count).toBe(3 * lines.length);
    expect(merged.patterns().map(({count, known}) => [known?.id, count])).toEqual([
      ['invoice', 6],
      ...merged
        .patterns()
        .slice(1)
        .map(({known}) => [known?.id, 3]),
    ]);
    expect(merged.add('invoice 9 lost')).toBe(miner.add('invoice 9 lost'));
  });
});
