import {writeFileSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {preparePrograms} from './programs.ts';
import {documentOf, rowsOf, TABLE_HEAD} from './report.ts';
import type {Line} from './row.ts';
import {ROWS} from './rows/index.ts';

const {values} = parseArgs({options: {only: {type: 'string'}, quick: {type: 'boolean', default: false}}});
const {only, quick} = values;
const chosen = Object.entries(ROWS).filter(([name]) => only === undefined || name === only);
if (chosen.length === 0) throw new Error(`--only must be one of ${Object.keys(ROWS).join(', ')}.`);

const notMeasured = (what: string, error: unknown): Line => ({
  ...{what, budget: '–', measured: '–', runs: '0', verdict: 'not measured'},
  note: String(error).split('\n', 1)[0] ?? '',
});

const programs = await preparePrograms();
const lines: Line[] = [];
process.stdout.write(TABLE_HEAD);
for (const [name, measure] of chosen) {
  process.stderr.write(`${name} …\n`);
  const measured = await measure({programs, quick}).catch(error => [notMeasured(name, error)]);
  process.stdout.write(rowsOf(measured));
  lines.push(...measured);
}
programs.close();

// A partial or quick run does not replace docs/benchmarks.md.
if (only === undefined && !quick) {
  writeFileSync(new URL('../../../docs/benchmarks.md', import.meta.url), documentOf(lines));
}
// Exits even if a measured program is still running.
process.exit(0);
