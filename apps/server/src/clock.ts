export type Clock = () => Date;

export const unixSeconds = (clock: Clock): number => Math.floor(clock().getTime() / 1000);
