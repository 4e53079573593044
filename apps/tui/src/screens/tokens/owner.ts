import type {ApiToken} from '@edge-console/schema';
import type {Identity} from '../../core/connection/connection.ts';
import {sanitise} from '../../text/sanitise.ts';

/** The role that sees the tokens of all accounts (docs/field-facts.md#5). */
const MASTER = 'master';

/** Whether a new token gets the same owner as the old one. A token belongs to the account that creates it. */
export type Succession =
  | {readonly kind: 'same'}
  | {readonly kind: 'other'; readonly problem: string}
  /** The account `owner` will own the new token. `isOther`: whether the old token may belong to another account. */
  | {readonly kind: 'unknown'; readonly isOther: boolean; readonly owner: string};

/** Often returns `unknown`, because most gateways do not send the owner of a token (`uid`). */
export const successionOf = (old: ApiToken, identity: Identity): Succession => {
  const isSession = identity.kind === 'session';
  const owner = isSession ? sanitise(identity.username) : 'the account of the API token in use';
  if (old.uid !== undefined && isSession && identity.userId !== undefined) {
    return old.uid === identity.userId ? {kind: 'same'} : {kind: 'other', problem: otherOwner(old, owner)};
  }
  // Only the role `master` sees tokens of other accounts. The role of an API token is not known.
  const isOther = !isSession || identity.role === undefined || identity.role === MASTER;
  return {kind: 'unknown', isOther, owner};
};

export const otherOwner = ({name, id, uid}: ApiToken, owner: string): string =>
  `${sanitise(name)}, id ${id}, belongs to user ${uid}; a new token would belong to ${owner} and have other rights. ` +
  `Rotate it as user ${uid}`;

export const successionNote = (succession: Succession): string | undefined => {
  if (succession.kind !== 'unknown') return undefined;
  const {owner, isOther} = succession;
  const belongs = `the new token will belong to ${owner}, with the rights of that account`;
  return isOther ? `${belongs}; whose the old token is, the gateway does not say` : belongs;
};

export const ownerText = ({uid}: Pick<ApiToken, 'uid'>): string => (uid === undefined ? '' : `, user ${uid}`);
