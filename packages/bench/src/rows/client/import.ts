import {startChild} from '../../measure/process.ts';
import {interleave, median} from '../../measure/stats.ts';
import {IMPORT_TIME} from '../../programs.ts';
import {type Line, type Row, verdict} from '../../row.ts';

const BUDGET = 1.5;
const CLIENT = '@edge-console/client';
const OTHERS = ['openai', 'stripe', 'octokit'];

const importTime = async (name: string): Promise<number> => {
  const child = await startChild([IMPORT_TIME, name]);
  await child.close();
  return Number(child.line);
};

const against = async (name: string, rounds: number): Promise<Line> => {
  const samples = await interleave(
    rounds,
    () => importTime(name),
    () => importTime('got'),
  );
  const [own, bare] = [median(samples.subject), median(samples.baseline)];
  return {
    what: `\`import\` of ${name}`,
    budget: name === CLIENT ? `≤ ${BUDGET} ×` : '–',
    measured: `${own.toFixed(0)} ms`,
    against: `\`import\` of got: ${bare.toFixed(0)} ms`,
    ratio: own / bare,
    runs: `${rounds} + ${rounds}`,
    verdict: name === CLIENT ? verdict(own / bare <= BUDGET) : 'no budget',
  };
};

/** Time to import the client, compared with got; other API clients for information. */
export const clientImport: Row = {
  name: 'client-import',
  run: async ({quick}) => {
    const lines: Line[] = [];
    for (const name of [CLIENT, ...OTHERS]) lines.push(await against(name, quick ? 5 : 25));
    return lines;
  },
};
