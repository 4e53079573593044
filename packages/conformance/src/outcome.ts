/** Ends a check that found its sentence to be wrong. The message is the evidence. */
export class Broken extends Error {}

/** Ends a check that cannot tell. The message is why. */
export class Unchecked extends Error {}

// Declared, so that TypeScript sees that nothing comes after them.
export function fail(evidence: string): never {
  throw new Broken(evidence);
}

export function giveUp(why: string): never {
  throw new Unchecked(why);
}
