/** Nothing that could be read came back. The message holds neither headers nor bodies. */
export class NoAnswer extends Error {}
