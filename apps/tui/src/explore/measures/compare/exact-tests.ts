/** Significance level of each compared value: about one of 1,000 unchanged values is reported by chance. */
export const LEVEL = 0.001;

export type Part = readonly [count: number, of: number];

/** Two-sided p-value of Fisher's exact test of two shares. A chi-squared test is inaccurate for small counts. */
export const fisherP = (ours: Part, theirs: Part): number => {
  const isMore = ours[0] * theirs[1] >= theirs[0] * ours[1];
  const [[more, moreOf], [fewer, fewerOf]] = isMore ? [ours, theirs] : [theirs, ours];
  const observed = lnChoose(moreOf, more) + lnChoose(fewerOf, fewer) - lnChoose(moreOf + fewerOf, more + fewer);
  return twiceTail(observed, fewer, moved => {
    const [up, down] = [more + moved, fewer - moved];
    return ((moreOf - up) * down) / ((up + 1) * (fewerOf - down + 1));
  });
};

/** Two-sided p-value of two Poisson counts (Przyborowski, Wilenski 1940). `scale`: length of range 1, divided by that of range 2. */
export const poissonP = ([one, other]: readonly [number, number], scale: number): number => {
  const [more, fewer, ratio] = one >= other * scale ? [one, other, scale] : [other, one, 1 / scale];
  const observed = lnChoose(more + fewer, more) + more * Math.log(ratio) - (more + fewer) * Math.log1p(ratio);
  return twiceTail(observed, fewer, moved => ((fewer - moved) / (more + moved + 1)) * ratio);
};

/** Returns twice a tail sum. `observed` is the log of the first term, `factor(n)` the ratio of term n + 1 to term n. */
const twiceTail = (observed: number, steps: number, factor: (moved: number) => number): number => {
  let term = Math.exp(observed);
  let tail = term;
  for (let moved = 0; moved < steps && term > tail * Number.EPSILON; moved++) {
    term *= factor(moved);
    tail += term;
  }
  return Math.min(1, 2 * tail);
};

const lnChoose = (of: number, chosen: number): number =>
  lnFactorial(of) - lnFactorial(chosen) - lnFactorial(of - chosen);

/** Stirling's series, with an error below 0.001. */
const lnFactorial = (n: number): number =>
  n === 0 ? 0 : n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
