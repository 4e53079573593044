/** A seed that cannot be loaded, with one line for each problem. */
export class SeedError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SeedError';
    this.problems = problems;
  }
}
