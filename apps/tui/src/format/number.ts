/** Shown instead of a value that the gateway did not send or that could not be read. */
export const NO_VALUE = '–';

/** `Intl.NumberFormat` is not used, because loading it takes 20 ms. */
export const count = (value: number | undefined): string =>
  value === undefined ? NO_VALUE : String(value).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',');

export const plural = (value: number | undefined, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

export const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
