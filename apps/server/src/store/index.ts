// The entry `@edge-console/server/store`, for packages that bring a store of their own or write to one.
export {type Line, MAX_LINE_BYTES, splitLines} from '../lines.ts';
export {ADD_30_DAY_GRAIN, ADD_OPENED_AGAIN, type Layouts, migrate} from './migrations.ts';
export {openStore} from './open.ts';
export type {Engine} from './sql/engine.ts';
export {sqlStore} from './sql.ts';
export {MAX_NAME, type NewErrorLog, PageTooLong, type Store, StoreUnavailable} from './store.ts';
export type {Tables} from './tables.ts';
