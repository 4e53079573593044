import {createPrng} from '@edge-console/generator';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {Failure} from '../http/failure.ts';
import {isLocalRequest} from '../trust/loopback.ts';
import '../journal/journal.ts';
import type {List, RequestInterceptor} from '../http/route.ts';
import {CONDITIONS, type Exchange} from './fault.ts';
import {kindOf} from './kinds.ts';
import {type ChosenFault, type FaultRegistry, parseFault} from './registry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Faults to be done to this request. */
    chosen?: readonly ChosenFault[] | undefined;
  }
}

/** Names a fault for this request alone: a kind, or a fault as JSON. Obeyed for peers of this machine. */
export const FAULT_HEADER = 'x-edge-fault';

export interface FaultOptions {
  readonly faults: FaultRegistry;
  readonly seed: number;
  /** Whether {@link FAULT_HEADER} is obeyed. */
  readonly byHeader: boolean;
  /** Aborted when the server begins to close. */
  readonly closing: AbortSignal;
}

/** Does faults to requests that have a route or none, but not to those about the server itself. */
export const registerFaults = (app: FastifyInstance, {faults, seed, byHeader, closing}: FaultOptions): void => {
  app.decorateRequest('chosen', undefined);
  const exchange = ({prng, removed}: ChosenFault, request: FastifyRequest, reply: FastifyReply): Exchange => ({
    request,
    reply,
    prng,
    removed,
    over: AbortSignal.any([removed, closing]),
  });
  const choose = (request: FastifyRequest): readonly ChosenFault[] => {
    // Requests about the server itself have none.
    if (!request.record) return [];
    const chosen = [...faults.choose(request), ...(byHeader ? askedBy(request, seed) : [])];
    request.record.faults = chosen.map(({fault}) => fault.kind);
    return chosen;
  };
  const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<'go on' | 'taken over'> => {
    for (const one of request.chosen ?? []) {
      const kind = kindOf(one.fault);
      if (kind.stage !== 'request') continue;
      if ((await kind.apply(one.fault, exchange(one, request, reply))) === 'taken over') return 'taken over';
    }
    return 'go on';
  };
  // Most requests meet no fault, and need not wait for a promise.
  app.addHook('onRequest', (request, reply, done) => {
    const chosen = choose(request);
    if (chosen.length === 0) return done();
    request.chosen = chosen;
    begin(request, reply).then(how => how === 'go on' && done(), done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'HEAD' || !request.chosen) return done(null, payload);
    let body = payload as string;
    for (const one of request.chosen) {
      const kind = kindOf(one.fault);
      if (kind.stage === 'answer') body = kind.apply(one.fault, body, exchange(one, request, reply));
    }
    for (const one of request.chosen) {
      const kind = kindOf(one.fault);
      if (kind.stage === 'sending') return done(null, kind.apply(one.fault, body, exchange(one, request, reply)));
    }
    done(null, body);
  });
};

const askedBy = (request: FastifyRequest, seed: number): readonly ChosenFault[] => {
  const value = request.headers[FAULT_HEADER];
  if (typeof value !== 'string' || !isLocalRequest(request.headers, request.raw.socket.remoteAddress)) return [];
  try {
    const given = value.startsWith('{') ? (JSON.parse(value) as object) : {kind: value};
    const condition = Object.keys(given).find(name => CONDITIONS.has(name));
    if (condition !== undefined) throw new RangeError(`${condition}: it is for this request, whatever it is`);
    const fault = parseFault(given);
    const {meets} = kindOf(fault);
    if (meets && !meets(request)) return [];
    return [{fault, prng: createPrng(seed), removed: new AbortController().signal}];
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : 'expected the kind of a fault, or a fault as JSON';
    throw new Failure(400, `${FAULT_HEADER}: ${reason}`);
  }
};

/** Lists as the faults of a request want it. */
export const listInterceptor: RequestInterceptor = {
  intercepts: request => request.chosen !== undefined,
  list: (request, query, list) => {
    const faulted = (request.chosen ?? []).reduce<List>((next, {fault}) => {
      const kind = kindOf(fault);
      return kind.stage === 'list' ? changed => kind.apply(fault, changed, {request, list: next}) : next;
    }, list);
    return faulted(query);
  },
};
