import type {ApiToken} from '@edge-console/schema';
import type {Identity} from '../../core/connection.ts';
import {sanitise} from '../../text/sanitise.ts';

/** A role that sees the tokens of every account (docs/field-facts.md#5). */
const MASTER = 'master';

/** To whom the successor of a token belongs: a token belongs to the account that creates it. */
export type Succession =
  /** The accounts are known, and it is the same one. */
  | {readonly kind: 'same'}
  | {readonly kind: 'other'; readonly problem: string}
  /** `isOther` : the old token can belong to another account. */
  | {readonly kind: 'unknown'; readonly isOther: boolean; readonly owner: string};

/** Lists do not say whose a token is; where they do, a token of another account is not rotated. */
export const successionOf = (old: ApiToken, identity: Identity): Succession => {
  const isSession = identity.kind === 'session';
  const owner = isSession ? sanitise(identity.username) : 'the account of the API token in use';
  if (old.uid !== undefined && isSession && identity.userId !== undefined) {
    return old.uid === identity.userId ? {kind: 'same'} : {kind: 'other', problem: otherOwner(old, owner)};
  }
  // An account of another role sees its own tokens only. The role of an API token is not known.
  const isOther = !isSession || identity.role === undefined || identity.role === MASTER;
  return {kind: 'unknown', isOther, owner};
};

/** Why the token of another account is not rotated. */
export const otherOwner = ({name, id, uid}: ApiToken, owner: string): string =>
  `${sanitise(name)}, id ${id}, belongs to user ${uid}; a new token would belong to ${owner} and have other rights. ` +
  `Rotate it as user ${uid}`;

/** What the form of a rotation says of the owner; undefined where nothing changes. */
export const successionNote = (succession: Succession): string | undefined => {
  if (succession.kind !== 'unknown') return undefined;
  const {owner, isOther} = succession;
  const belongs = `the new token will belong to ${owner}, with the rights of that account`;
  return isOther ? `${belongs}; whose the old token is, the gateway does not say` : belongs;
};

/** `, user 7` where the gateway says whose a token is. */
export const ownerText = ({uid}: Pick<ApiToken, 'uid'>): string => (uid === undefined ? '' : `, user ${uid}`);
