/** The account source that is built in (contract "Login"). */
export const BUILTIN_PLUGIN = 'Builtin';

/** Lifetimes of a session token, in seconds (contract "States and transitions", rule 2). */
export const SESSION_SECONDS = {standard: 8 * 3600, remembered: 31 * 86_400, maximum: 31 * 86_400} as const;

/** When a session that began at `loggedInAt` ends. */
export const sessionEnd = (loggedInAt: Date, remember: boolean): Date =>
  new Date(loggedInAt.getTime() + 1000 * (remember ? SESSION_SECONDS.remembered : SESSION_SECONDS.standard));
