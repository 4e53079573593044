/** The interface of extensions: `Extension` is the function that the server calls, and `SiteContext` its argument. */
export type {Extension, SiteContext} from './site.ts';

// The other exports are helpers of this repository's packages, and may change in any version.

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
} from './http/requests/decode.ts';
export {
  type KnownRoute,
  methodsOf,
  noRouteFailure,
  operationAt,
  pathOf,
  routeFailure,
} from './http/requests/paths.ts';
export {Failure} from './http/responses/failure.ts';
export * from './options.ts';
export {MAX_ROWS, offsetRange, pageRange} from './routes/paging.ts';
export {insertSeed, prepareSeed, replaceData} from './seed/load-seed.ts';
export {errorLogInput, parseSeed, type Seed, SeedError, unknownOwner, userInput} from './seed/seed.ts';
export {assertLoopback, isLoopback} from './trust/loopback.ts';
