import {explanationOf} from '../src/explanations/index.ts';
import {createMiner, mergeMiners, restoreMiner} from '../src/index.ts';

const lines = [
  '2026/11/20 12:00:03 [error] 31#31: *7 connect() failed (111: Connection refused) while connecting to upstream, client: 10.0.7.9',
  '2026/11/20 12:00:04 [error] 31#31: *8 connect() failed (113: No route to host) while connecting to upstream, client: 10.0.7.9',
  '2026/11/20 12:00:05 [error] 31#31: *9 [lua] auth.lua:88: verify(): token rejected: unknown issuer, client: 10.0.7.9',
];

const miner = createMiner();
for (const [index, line] of lines.entries()) miner.add(line, {time: Date.now(), id: index});

for (const pattern of miner.patterns()) {
  console.log(pattern.count, pattern.template, pattern.variants, explanationOf(pattern)?.meaning);
}
// 2 connect() failed (<*>) while connecting to upstream [111: …, 113: …] The connection to the upstream server failed; …
// 1 [lua] <*>: verify(): token rejected: <*> [auth.lua:88]

// The second pass: each line with its final pattern.
const final = lines.map(line => miner.match(line));

// Mine in parts, save, merge.
const saved = JSON.stringify(miner);
const merged = mergeMiners(restoreMiner(JSON.parse(saved)), miner);
console.log(final.length, merged.count);
