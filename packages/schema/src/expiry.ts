/** Below this a non-zero `expire` cannot be milliseconds of any plausible date (field fact 17). */
export const EXPIRE_UNIT_FLOOR = 1e12;

export type ExpiryState =
  | {readonly kind: 'never'}
  | {readonly kind: 'active'; readonly at: Date}
  | {readonly kind: 'expired'; readonly at: Date}
  | {readonly kind: 'unclear'; readonly raw: number};

/** What `expire` says at a time: `unclear` for a non-zero value that is not plausibly milliseconds (field fact 17). */
export const expiryState = (expire: number, now: Date): ExpiryState => {
  if (expire === 0) return {kind: 'never'};
  const at = new Date(expire);
  if (expire < EXPIRE_UNIT_FLOOR || Number.isNaN(at.getTime())) return {kind: 'unclear', raw: expire};
  return {kind: at.getTime() > now.getTime() ? 'active' : 'expired', at};
};
