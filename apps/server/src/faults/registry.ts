import {createPrng, type Prng} from '@edge-console/generator';
import type {FastifyRequest} from 'fastify';
import {describeIssue} from '../http/decode.ts';
import {pathOf} from '../http/request.ts';
import {pathPattern} from '../journal/path-pattern.ts';
import {type Fault, type FaultInput, faultSchema, kindOf} from './kinds.ts';

export type {Fault, FaultInput} from './kinds.ts';

/** A fault that was set. */
export interface FaultHandle {
  readonly id: number;
  readonly fault: Fault;
  /** How many requests it was done to. */
  readonly hits: number;
  /** Ends it; what it holds up goes on, and what hangs is cut. */
  remove(): void;
}

/** A fault that is to be done to a request. */
export interface ChosenFault {
  readonly fault: Fault;
  readonly prng: Prng;
  readonly removed: AbortSignal;
}

export interface FaultRegistry {
  set(fault: FaultInput): FaultHandle;
  list(): readonly FaultHandle[];
  clear(): void;
  /** Draws for one request, so that it is called once for each. */
  choose(request: FastifyRequest): readonly ChosenFault[];
}

interface Rule {
  readonly handle: FaultHandle;
  draw(request: FastifyRequest): ChosenFault | undefined;
}

/** Checks a fault. Throws a RangeError with a line that names what is wrong. */
export const parseFault = (input: unknown): Fault => {
  const result = faultSchema.safeParse(input);
  if (result.success) return result.data;
  throw new RangeError(result.error.issues.map(issue => describeIssue(issue, 'fault')).join('; '));
};

/** Faults in the order they were set, each with random numbers of its own. */
export const createFaults = (seed: number): FaultRegistry => {
  const rules = new Map<number, Rule>();
  let last = 0;
  const clear = () => {
    for (const {handle} of rules.values()) handle.remove();
    // Begins again, so that the same faults draw the same numbers.
    last = 0;
  };
  return {
    set: input => {
      const fault = parseFault(input);
      last += 1;
      const id = last;
      const rule = createRule({id, fault, seed, forget: () => rules.delete(id)});
      rules.set(id, rule);
      return rule.handle;
    },
    list: () => [...rules.values()].map(({handle}) => handle),
    clear,
    choose: request => [...rules.values()].flatMap(rule => rule.draw(request) ?? []),
  };
};

interface RuleOptions {
  readonly id: number;
  readonly fault: Fault;
  readonly seed: number;
  forget(): void;
}

const createRule = ({id, fault, seed, forget}: RuleOptions): Rule => {
  const prng = createPrng(seed * 1000 + id);
  const gone = new AbortController();
  const matches = matcher(fault);
  const {after, every, probability, times = Number.POSITIVE_INFINITY} = fault;
  let seen = 0;
  let hits = 0;
  const handle = {
    id,
    fault,
    get hits() {
      return hits;
    },
    remove: () => {
      forget();
      gone.abort();
    },
  };
  return {
    handle,
    draw: request => {
      if (!matches(request)) return undefined;
      seen += 1;
      const due = seen > after && (seen - after - 1) % every === 0 && hits < times;
      if (!due || !prng.chance(probability)) return undefined;
      hits += 1;
      return {fault, prng, removed: gone.signal};
    },
  };
};

const matcher = (fault: Fault): ((request: FastifyRequest) => boolean) => {
  const {operation, method, path, headers = {}} = fault;
  const {meets} = kindOf(fault);
  const pattern = path === undefined ? undefined : pathPattern(path);
  const wanted = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return request =>
    (operation === undefined || request.routeOptions.config.operation === operation) &&
    (method === undefined || request.method === method.toUpperCase()) &&
    (pattern === undefined || pattern(pathOf(request.url))) &&
    wanted.every(([name, value]) => request.headers[name] === value) &&
    (meets === undefined || meets(request));
};
