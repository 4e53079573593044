import {mkdirSync, writeFileSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {preparePrograms} from './programs.ts';
import {documentOf, tableOf} from './report.ts';
import {type Line, notMeasured, type Row} from './row.ts';
import {rows} from './rows/index.ts';

const DOCS = new URL('../../../docs/', import.meta.url);

const {values} = parseArgs({options: {only: {type: 'string'}, quick: {type: 'boolean', default: false}}});
const chosen = rows.filter(row => values.only === undefined || row.name === values.only);
if (chosen.length === 0) throw new Error(`--only must be one of ${rows.map(row => row.name).join(', ')}.`);

const programs = await preparePrograms();
const measure = async (row: Row): Promise<readonly Line[]> => {
  process.stderr.write(`${row.name} …\n`);
  try {
    return await row.run({programs, quick: values.quick});
  } catch (error) {
    const [reason] = String(error).split('\n');
    return [notMeasured(row.name, '–', `failed: ${reason}`)];
  }
};

const lines: Line[] = [];
for (const row of chosen) lines.push(...(await measure(row)));
programs.close();

process.stdout.write(`\n${tableOf(lines)}\n`);
// Only a whole run with all samples is recorded.
if (values.only === undefined && !values.quick) {
  mkdirSync(DOCS, {recursive: true});
  writeFileSync(new URL('benchmarks.md', DOCS), documentOf(lines));
}
// Ends the run even if a program is still running.
process.exit(0);
