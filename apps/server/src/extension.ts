export {type Clock, unixSeconds} from './clock.ts';
export {hashSecret, mintConsoleToken, type RandomBytes} from './credentials.ts';
export {isSecretName, REDACTED, redactText, redactValues} from './http/logging/redact.ts';
export {
  decodeBody,
  decodeParams,
  decodeUrlQuery,
  describeIssues,
  nearest,
  parseJson,
  suggest,
  tryParseJson,
} from './http/requests/decode.ts';
export {type KnownRoute, operationAt, pathOf, routeFailure} from './http/requests/paths.ts';
export {Failure} from './http/responses/failure.ts';
export {methodsOf, noRouteFailure} from './http/route.ts';
export * from './options.ts';
export {MAX_ROWS, offsetRange, pageRange} from './routes/paging.ts';
export {insertSeed, prepareSeed, replaceData} from './seed/load-seed.ts';
export {errorLogInput, parseSeed, type Seed, SeedError, unknownOwner, userInput} from './seed/seed.ts';
export type {Extension, SiteContext} from './site.ts';
export {assertLoopback, isLoopback} from './trust/loopback.ts';
