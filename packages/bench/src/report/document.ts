import {arch, availableParallelism, cpus, loadavg, platform} from 'node:os';
import type {Line} from '../row.ts';
import {tableOf} from './table.ts';

const machine = (): string => {
  const [cpu] = cpus();
  const model = cpu === undefined || cpu.model.trim() === '' ? '' : `, ${cpu.model.trim()}`;
  return `${availableParallelism()} cores${model}, ${platform()} ${arch()}, Node.js ${process.versions.node}, ${loadavg()[1]?.toFixed(1)} processes at\nwork on average over the last five minutes`;
};

/** docs/benchmarks.md, whole. */
export const documentOf = (lines: readonly Line[]): string => `# Benchmarks

Written by \`pnpm bench\`; run it again rather than editing this page. Measured on ${machine()}.

Machines are shared and noisy, so a budget is mostly a ratio to something measured in the same run, by turns (A B A B …);
the numbers are medians unless a row says otherwise, and absolute values are for orientation. The console runs on a
real terminal of 120×40; time is taken where its bytes arrive, and nothing here is a test that can fail. Where nothing is
promised, the verdict is a dash.

${tableOf(lines)}
`;
