/**
 * Writes the error log of a real nginx that runs all scenarios to `seen.log` and `unseen.log`: `node
 * scripts/nginx-corpus.ts FOLDER`. A keyed hash of its number chooses the file of an entry.
 */
import {createHmac} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {SUBJECTS} from '../src/nginx/scenarios/index.ts';
import {makeCertificates} from '../src/nginx/site/certificates.ts';
import {startSite} from '../src/nginx/site/site.ts';
import {createPrng, shuffled} from '../src/prng.ts';

const [MIN_ENTRIES, MIN_KINDS, MAX_BYTES] = [6000, 90, 985_000];
const HEAD = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[[a-z]+\] /;

const certificates = await makeCertificates();

const entriesOf = (log: string): string[] => {
  const entries: string[] = [];
  for (const line of log.split('\n').slice(0, -1)) {
    if (HEAD.test(line) || entries.length === 0) entries.push(line);
    else entries.push(`${entries.pop()}\n${line}`);
  }
  return entries;
};

const kindOf = (entry: string): string =>
  entry
    .replace(/^.*?\[(\w+)\] [\d#]+: (\*\d+ )?/, '$1 ')
    .replace(/(, (client|server|context)|\nstack traceback): [\s\S]*$/, '')
    .replaceAll(/"[^"]*"|'[^']*'|\S*\/\S*|\b(\w+\.)+\w+\b|0x\w+|\d+/g, '*');

const runSubject = async (at: number, round: number): Promise<string[]> => {
  const subject = SUBJECTS[at % SUBJECTS.length];
  if (subject === undefined) throw new Error('there are no scenarios');
  const seed = round * 100 + at;
  const site = await startSite(subject, {seed, certificates});
  try {
    const {order, scenarios, share = 1} = subject;
    const chosen = order === 'given' ? scenarios : shuffled(createPrng(seed), scenarios);
    for (const scenario of chosen.slice(0, Math.ceil(share * scenarios.length))) await site.run(scenario);
    await site.nginx.quit();
    const log = await site.log();
    return entriesOf(
      log.replaceAll(site.nginx.folder, '/srv/edge').replaceAll(/(?<=\] [\d#]+: OS: Linux ).*/g, '6.1.0-18-amd64'),
    );
  } finally {
    await site.stop();
  }
};

const [folder = ''] = process.argv.slice(2);
const [entries, kinds] = [[] as string[], new Set<string>()];
let bytes = 0;
const isEnough = () => entries.length >= MIN_ENTRIES && kinds.size >= MIN_KINDS;
for (let round = 1; !isEnough(); round++) {
  for (const at of SUBJECTS.keys()) {
    if (isEnough()) break;
    const added = await runSubject(at, round);
    const size = added.reduce((sum, entry) => sum + entry.length + 1, 0);
    if (bytes + size > MAX_BYTES)
      throw new Error(`${entries.length} entries of ${kinds.size} kinds have ${bytes} bytes`);
    bytes += size;
    entries.push(...added);
    for (const entry of added) kinds.add(kindOf(entry));
    console.log(
      `${round}: ${SUBJECTS[at]?.name}: ${added.length} entries, ${Math.round(size / added.length)} bytes each`,
    );
  }
}
const isSeen = (at: number) => ((createHmac('sha256', 'nginx-corpus').update(String(at)).digest()[0] ?? 0) & 1) === 0;
const write = (name: string, half: readonly string[]) =>
  writeFile(join(folder, name), half.map(entry => `${entry}\n`).join(''), 'latin1');
await write(
  'seen.log',
  entries.filter((_entry, at) => isSeen(at)),
);
await write(
  'unseen.log',
  entries.filter((_entry, at) => !isSeen(at)),
);
console.log(`${entries.length} entries of about ${kinds.size} kinds, ${bytes} bytes`);
