/** The part of the schema that is no zod: names, rules and `Secret`, for programs that must start fast. */
export * from './error-names.ts';
export * from './expiry.ts';
export * from './secret.ts';
export * from './session-end.ts';
