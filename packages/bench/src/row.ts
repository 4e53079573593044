import type {Programs} from './programs.ts';

export interface Context {
  readonly programs: Programs;
  /** Fewer runs: for a look, not for the record. */
  readonly quick: boolean;
}

/** One line of the table. */
export interface Line {
  readonly what: string;
  readonly budget: string;
  /** Absolute value, for orientation. */
  readonly measured: string;
  readonly against: string;
  readonly ratio?: number;
  /** How many runs or samples the medians are of. */
  readonly runs: string;
  /** `no budget`: nothing is promised, the number is there to be known. */
  readonly verdict: 'met' | 'missed' | 'no budget' | 'not measured';
  readonly note?: string;
}

/** One measurement, which gives one or several lines. */
export interface Row {
  /** Chosen by `--only`. */
  readonly name: string;
  run(context: Context): Promise<readonly Line[]>;
}

export const verdict = (met: boolean): Line['verdict'] => (met ? 'met' : 'missed');

/** A line for what cannot be measured on this machine. */
export const notMeasured = (what: string, budget: string, why: string): Line => ({
  what,
  budget,
  measured: '–',
  against: '–',
  runs: '0',
  verdict: 'not measured',
  note: why,
});
