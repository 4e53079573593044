import {pathPattern} from '@edge-console/schema/path-pattern';
import {describeIssues, pathOf} from '@edge-console/server/extension';
import type {FastifyRequest} from 'fastify';
import {assertMatchable} from '../journal/matchable.ts';
import {createPrng, type Prng} from '../random.ts';
import {type Fault, type FaultInput, faultSchema, kindOf} from './kinds/index.ts';

export type {Fault, FaultInput} from './kinds/index.ts';

export interface FaultHandle {
  readonly id: number;
  readonly fault: Fault;
  /** Number of requests to which the fault was applied. */
  readonly hits: number;
  /** Removes the fault: delayed requests continue, hanging connections are closed. */
  remove(): void;
}

export interface ActiveFault {
  readonly fault: Fault;
  readonly prng: Prng;
  readonly hit: number;
  readonly removed: AbortSignal;
}

/** Throws a RangeError that lists each problem with its path in the input. */
export const parseFault = (input: unknown): Fault => {
  const result = faultSchema.safeParse(input);
  if (result.success) return result.data;
  throw new RangeError(describeIssues(result.error, 'fault'));
};

export const createFaults = (seed: number) => {
  const rules = new Map<number, ReturnType<typeof createRule>>();
  let lastId = 0;
  const clear = () => {
    for (const {handle} of rules.values()) handle.remove();
    // The id of a fault seeds its random numbers, so the same faults get the same ones after a reset.
    lastId = 0;
  };
  return {
    set: (input: FaultInput): FaultHandle => {
      const fault = parseFault(input);
      const {operation, method, path} = fault;
      assertMatchable({operation, method, path});
      lastId += 1;
      const id = lastId;
      const rule = createRule(id, fault, {prng: createPrng(seed * 1000 + id), onRemove: () => rules.delete(id)});
      rules.set(id, rule);
      return rule.handle;
    },
    list: (): readonly FaultHandle[] => [...rules.values()].map(({handle}) => handle),
    clear,
    /** Must be called once per request, because it counts the request and draws random numbers. */
    match: (request: FastifyRequest): readonly ActiveFault[] =>
      [...rules.values()].flatMap(rule => rule.match(request) ?? []),
  };
};
export type FaultRegistry = ReturnType<typeof createFaults>;

const createRule = (id: number, fault: Fault, {prng, onRemove}: {readonly prng: Prng; onRemove(): void}) => {
  const removal = new AbortController();
  const matches = matcher(fault);
  const {after, every, probability, times = Number.POSITIVE_INFINITY} = fault;
  let seen = 0;
  let hits = 0;
  const handle: FaultHandle = {
    id,
    fault,
    get hits() {
      return hits;
    },
    remove: () => {
      onRemove();
      removal.abort();
    },
  };
  return {
    handle,
    match: (request: FastifyRequest): ActiveFault | undefined => {
      if (!matches(request)) return undefined;
      seen += 1;
      const due = seen > after && (seen - after - 1) % every === 0 && hits < times;
      if (!due || !prng.chance(probability)) return undefined;
      hits += 1;
      return {fault, prng, hit: hits, removed: removal.signal};
    },
  };
};

const matcher = (fault: Fault): ((request: FastifyRequest) => boolean) => {
  const {operation, method, path, headers = {}} = fault;
  const {appliesTo} = kindOf(fault);
  const pattern = path === undefined ? undefined : pathPattern(path);
  const expectedHeaders = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return request =>
    (operation === undefined || request.routeOptions.config.operation === operation) &&
    (method === undefined || request.method === method.toUpperCase()) &&
    (pattern === undefined || pattern.test(pathOf(request.url))) &&
    expectedHeaders.every(([name, value]) => request.headers[name] === value) &&
    (appliesTo === undefined || appliesTo(request));
};
