import type {ApiToken} from '@edge-console/schema';
import type {Identity} from '../../core/connection.ts';
import {sanitise} from '../../text/sanitise.ts';

/** A role that sees the tokens of every account (docs/field-facts.md#5). */
const MASTER = 'master';

/** The owner of a successor compared with that of the old token. A token belongs to the account that creates it. */
export type Succession =
  /** Both owners are known to be the same account. */
  | {readonly kind: 'same'}
  | {readonly kind: 'other'; readonly problem: string}
  /** `isOther`: the old token may belong to another account. */
  | {readonly kind: 'unknown'; readonly isOther: boolean; readonly owner: string};

/** Compares the owners. Most gateways do not say who owns a token (`uid`); if they do, both must be the same. */
export const successionOf = (old: ApiToken, identity: Identity): Succession => {
  const isSession = identity.kind === 'session';
  const owner = isSession ? sanitise(identity.username) : 'the account of the API token in use';
  if (old.uid !== undefined && isSession && identity.userId !== undefined) {
    return old.uid === identity.userId ? {kind: 'same'} : {kind: 'other', problem: otherOwner(old, owner)};
  }
  // Accounts of other roles see only their own tokens. The role of an API token is not known.
  const isOther = !isSession || identity.role === undefined || identity.role === MASTER;
  return {kind: 'unknown', isOther, owner};
};

/** Why the token of another account is not rotated. */
export const otherOwner = ({name, id, uid}: ApiToken, owner: string): string =>
  `${sanitise(name)}, id ${id}, belongs to user ${uid}; a new token would belong to ${owner} and have other rights. ` +
  `Rotate it as user ${uid}`;

/** The note on the owner in the form of a rotation; undefined if the owner stays the same. */
export const successionNote = (succession: Succession): string | undefined => {
  if (succession.kind !== 'unknown') return undefined;
  const {owner, isOther} = succession;
  const belongs = `the new token will belong to ${owner}, with the rights of that account`;
  return isOther ? `${belongs}; whose the old token is, the gateway does not say` : belongs;
};

/** `, user 7` if the gateway says who owns the token. */
export const ownerText = ({uid}: Pick<ApiToken, 'uid'>): string => (uid === undefined ? '' : `, user ${uid}`);
