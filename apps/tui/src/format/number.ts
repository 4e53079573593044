/** Shown for a value that the gateway did not send or that could not be read. */
export const NO_VALUE = '–';

/** `184,203`. Intl.NumberFormat takes 20 ms to load. */
export const count = (value: number | undefined): string =>
  value === undefined ? NO_VALUE : String(value).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',');

/** `1 token`, `40 tokens` */
export const plural = (value: number | undefined, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
