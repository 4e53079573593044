import {expiryState} from '@edge-console/schema';
import {expect, test} from 'vitest';
import {demoSeed} from './demo.ts';
import {parseSeed} from './seed.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

test('the demo data is a valid seed with 40 tokens, which cover all expiry states, and 6 agents', async () => {
  const {seed} = await demoSeed(NOW, size => new Uint8Array(size));
  expect(parseSeed({...seed, tokens: seed.tokens.map(({created: _, ...token}) => token)}).problems).toBeUndefined();
  expect(seed.tokens.length).toBe(40);
  expect(new Set(seed.tokens.map(({expire}) => expiryState(expire, NOW).kind)).size).toBe(4);
  const sizes = seed.agents.map(({applications}) => applications.length);
  expect([sizes.length, Math.min(...sizes), Math.max(...sizes)]).toEqual([6, 4, 30]);
});
