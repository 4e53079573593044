import {Failure, parseJson} from '@edge-console/server/extension';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import '../journal/journal-hooks.ts';
import {isLocalRequest} from '../peer-filter.ts';
import {createPrng} from '../random.ts';
import {CONDITIONS, type FaultContext} from './fault.ts';
import {type ActiveFault, type FaultRegistry, parseFault} from './fault-registry.ts';
import {kindOf} from './kinds/index.ts';
import {applyListFaults} from './list-faults.ts';

declare module 'fastify' {
  interface FastifyRequest {
    activeFaults?: readonly ActiveFault[] | undefined;
  }
}

const FAULT_HEADER = 'x-edge-fault';

interface FaultOptions {
  readonly faults: FaultRegistry;
  readonly seed: number;
  readonly byHeader: boolean;
  /** Aborted when the server begins to close. */
  readonly closing: AbortSignal;
}

export const registerFaults = (app: FastifyInstance, {faults, seed, byHeader, closing}: FaultOptions): void => {
  app.decorateRequest('activeFaults', undefined);
  app.addHook('onRoute', applyListFaults);
  app.addHook('onRequest', async (request, reply) => {
    // Internal routes, such as `/healthz`, have no record.
    if (!request.record) return;
    request.activeFaults = [...faults.match(request), ...(byHeader ? headerFaults(request, seed, closing) : [])];
    request.record.faults = request.activeFaults.map(({fault}) => fault.kind);
    for (const active of request.activeFaults) {
      const context: FaultContext = {...active, request, reply};
      const kind = kindOf(active.fault);
      if (kind.stage === 'request' && (await kind.apply(active.fault, context)) === 'handled') return reply;
    }
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'HEAD' || !request.activeFaults) return done(null, payload);
    let body = payload as string;
    for (const active of request.activeFaults) {
      const kind = kindOf(active.fault);
      if (kind.stage === 'body') body = kind.apply(active.fault, body, {...active, request, reply});
    }
    for (const active of request.activeFaults) {
      const kind = kindOf(active.fault);
      if (kind.stage === 'send') return done(null, kind.apply(active.fault, body, {...active, request, reply}));
    }
    done(null, body);
  });
};

const headerFaults = (request: FastifyRequest, seed: number, removed: AbortSignal): readonly ActiveFault[] => {
  const value = request.headers[FAULT_HEADER];
  if (typeof value !== 'string' || !isLocalRequest(request.headers, request.raw.socket.remoteAddress)) return [];
  try {
    const input = value.startsWith('{') ? (parseJson(value, FAULT_HEADER) as object) : {kind: value};
    const condition = Object.keys(input).find(name => CONDITIONS.has(name));
    if (condition !== undefined) throw new RangeError(`${condition}: conditions are not allowed in this header`);
    const fault = parseFault(input);
    const {appliesTo} = kindOf(fault);
    if (appliesTo && !appliesTo(request)) return [];
    return [{fault, prng: createPrng(seed), hit: 1, removed}];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Failure(400, `${FAULT_HEADER}: ${error.message}`);
  }
};
