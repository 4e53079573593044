/** What time it is. Tests bring their own. */
export type Clock = () => Date;

/** Secure random bytes. Tests may bring their own source. */
export type RandomBytes = (size: number) => Uint8Array;
