import './node-version.ts';

export type {Clock} from './clock.ts';
export {createServer, type Server} from './create-server.ts';
export type {PasswordCost, RandomBytes} from './credentials.ts';
export type {LogLevel, LogOptions} from './http/logging/log.ts';
export type {ErrorStyle} from './http/responses/failure.ts';
export type {Tls} from './http/tls.ts';
export type {ServerOptions} from './options.ts';
export type {DemoCredentials} from './seed/demo.ts';
export {type ParsedSeed, parseSeed, type Seed, SeedError, type SeedInput} from './seed/seed.ts';
export type {Extension, SiteContext} from './site.ts';
export {openStore, StoreUnavailable} from './store/index.ts';
export {memoryStore} from './store/memory-store.ts';
export type * from './store/store.ts';
export type {LoginLimits} from './trust/throttle.ts';
