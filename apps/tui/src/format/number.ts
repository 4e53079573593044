const grouped = new Intl.NumberFormat('en-US');

/** `184,203` */
export const count = (value: number): string => grouped.format(value);

/** `1 token`, `40 tokens` */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
