export const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
