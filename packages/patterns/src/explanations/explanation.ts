/** What an operator should know of a known message. Plain text, one sentence or phrase each. */
export type Explanation = {
  readonly meaning: string;
  /** Usual causes, the most frequent first. */
  readonly causes: readonly string[];
  /** What to look at, in this order. */
  readonly checks: readonly string[];
  /** Documentation of the defaults and directives that are named. */
  readonly cite?: string;
};
