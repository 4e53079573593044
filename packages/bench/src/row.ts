import type {Programs} from './programs.ts';

export interface Context {
  readonly programs: Programs;
  /** Whether to take fewer samples. The result is then not written to docs/benchmarks.md. */
  readonly quick: boolean;
}

/** One line of the table in docs/benchmarks.md. */
export interface Line {
  readonly what: string;
  readonly budget: string;
  /** Measured value with its unit, such as `12 ms`. */
  readonly measured: string;
  /**
   * What the measured value is compared with: the baseline and its value, or the conditions of the measurement.
   * Default: none.
   */
  readonly against?: string;
  readonly ratio?: number;
  readonly runs?: string;
  /** Result of the measurement. `no budget`: the measured value is only for information. */
  readonly verdict: 'met' | 'missed' | 'no budget' | 'not measured';
  readonly note?: string;
}

/** A measurement. Rejects if it is not possible on this machine, for example because a program is not installed. */
export type Measure = (context: Context) => Promise<readonly Line[]>;

export const verdict = (met: boolean): Line['verdict'] => (met ? 'met' : 'missed');
