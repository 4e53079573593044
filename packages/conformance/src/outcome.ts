/** The rule of a check does not hold. The message is the evidence. */
export class Broken extends Error {}

/** A check could not be made. The message is the reason. */
export class Unchecked extends Error {}

/** No readable response. The message has no headers and no bodies. */
export class NoResponse extends Error {}

// Function declarations, because TypeScript narrows control flow after a `never` call for these only.
export function fail(evidence: string): never {
  throw new Broken(evidence);
}

export function skip(reason: string): never {
  throw new Unchecked(reason);
}
