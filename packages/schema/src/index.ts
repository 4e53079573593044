export * from './application.ts';
export * from './contract.ts';
export * from './envelope.ts';
export * from './error-log.ts';
export * from './query.ts';
export * from './session.ts';
export * from './token.ts';
export * from './values.ts';
