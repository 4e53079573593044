/** What a check found. `unchecked` says why it could not be told; `broken` shows what speaks against it. */
export type Outcome =
  | {readonly kind: 'held'}
  | {readonly kind: 'broken'; readonly evidence: string}
  | {readonly kind: 'unchecked'; readonly why: string};

/** Ends a check that found its sentence to be wrong. */
export class Broken extends Error {}

/** Ends a check that cannot tell. */
export class Unchecked extends Error {}

export const fail = (evidence: string): never => {
  throw new Broken(evidence);
};

export const giveUp = (why: string): never => {
  throw new Unchecked(why);
};
