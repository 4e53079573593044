import type {Line} from '../row.ts';

const HEADS = ['what', 'budget', 'measured', 'against, in the same run', 'ratio', 'runs', 'verdict'] as const;

const VERDICTS: Readonly<Record<Line['verdict'], string>> = {
  met: 'met',
  missed: '**missed**',
  'no budget': '–',
  'not measured': 'not measured',
};

const cellsOf = (line: Line): string[] => [
  line.what + (line.note === undefined ? '' : ` (${line.note})`),
  line.budget,
  line.measured,
  line.against,
  line.ratio === undefined ? '–' : line.ratio.toFixed(2),
  line.runs,
  VERDICTS[line.verdict],
];

/** The lines as a table in Markdown. */
export const tableOf = (lines: readonly Line[]): string =>
  [[...HEADS], HEADS.map(() => '---'), ...lines.map(cellsOf)].map(cells => `| ${cells.join(' | ')} |`).join('\n');
