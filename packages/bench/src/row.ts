import type {Programs} from './programs.ts';

export interface Context {
  readonly programs: Programs;
  /** Fewer samples; the result is not recorded. */
  readonly quick: boolean;
}

/** One line of the table. */
export interface Line {
  readonly what: string;
  readonly budget: string;
  /** Absolute value. */
  readonly measured: string;
  readonly against: string;
  readonly ratio?: number;
  /** Number of runs or samples. */
  readonly runs: string;
  /** `no budget`: measured for information. */
  readonly verdict: 'met' | 'missed' | 'no budget' | 'not measured';
  readonly note?: string;
}

/** One measurement. */
export interface Row {
  /** Value of `--only`. */
  readonly name: string;
  run(context: Context): Promise<readonly Line[]>;
}

export const verdict = (met: boolean): Line['verdict'] => (met ? 'met' : 'missed');

/** A line for a measurement that this machine does not permit. */
export const notMeasured = (what: string, budget: string, reason: string): Line => ({
  what,
  budget,
  measured: '–',
  against: '–',
  runs: '0',
  verdict: 'not measured',
  note: reason,
});
