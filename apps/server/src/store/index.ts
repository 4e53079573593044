// The entry `@edge-console/server/store`, for packages that bring a store of their own or write to one.
export {NEVER_EXPIRES} from '@edge-console/schema/values';
export {type Line, MAX_LINE_BYTES, splitLines} from '../lines.ts';
export {memoryStore} from './memory.ts';
export {openStore} from './open.ts';
export * from './store.ts';
