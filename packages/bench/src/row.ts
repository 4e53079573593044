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
  /** The baseline, or what the value was measured with. */
  readonly against: string;
  readonly ratio?: number;
  /** Number of runs or samples. */
  readonly runs: string;
  /** `no budget`: measured for information. */
  readonly verdict: 'met' | 'missed' | 'no budget' | 'not measured';
  readonly note?: string;
}

/** One measurement. Rejects if this machine does not permit it. */
export type Measure = (context: Context) => Promise<readonly Line[]>;

export const verdict = (met: boolean): Line['verdict'] => (met ? 'met' : 'missed');
