import type {Programs} from './programs.ts';

export interface Context {
  readonly programs: Programs;
  /** Whether to take fewer samples. The result is then not written to docs/benchmarks.md. */
  readonly quick: boolean;
}

export interface Line {
  readonly what: string;
  readonly budget: string;
  readonly measured: string;
  /** The baseline and its value, or the conditions of the measurement. */
  readonly against?: string;
  readonly ratio?: number;
  readonly runs?: string;
  readonly verdict: 'met' | 'missed' | 'no budget' | 'not measured';
  readonly note?: string;
}

/** Rejects if the measurement is not possible, for example because a program is not installed. */
export type Measure = (context: Context) => Promise<readonly Line[]>;

export const verdict = (met: boolean): Line['verdict'] => (met ? 'met' : 'missed');
