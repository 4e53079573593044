import {lookup} from 'node:dns/promises';
import {isLoopback} from './loopback.ts';

/** What makes a server one for tests alone. */
export interface TestOnly {
  readonly seed?: unknown;
  readonly ids?: unknown;
  readonly passwordCost?: unknown;
}

/**
 * Fails where a server that is made for tests would listen beyond this machine: with demo credentials, predictable
 * tokens, or passwords that are cheap to guess.
 */
export const refuseExposure = async (host: string, {seed, ids, passwordCost}: TestOnly): Promise<void> => {
  const reasons = [
    ...(seed === 'demo' ? ['demo credentials'] : []),
    ...(ids === undefined ? [] : ['predictable tokens (ids)']),
    ...(passwordCost === 'minimal' ? ['minimal password hashes'] : []),
  ];
  if (reasons.length === 0 || isLoopback((await lookup(host)).address)) return;
  throw new Error(
    `a server with ${reasons.join(' and ')} listens on this machine alone: use 127.0.0.1 instead of ${host}, or real data`,
  );
};
