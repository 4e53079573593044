export type {Clock, RandomBytes} from './clock.ts';
export {createServer, SeedError, type Server, type ServerOptions} from './create-server.ts';
export type {Logger, Tls} from './http/app.ts';
export type {ErrorStyle} from './http/failure.ts';
export {type ParsedSeed, parseSeed, type Seed} from './seed/seed.ts';
export {openSqlite} from './store/sqlite.ts';
export type * from './store/store.ts';
