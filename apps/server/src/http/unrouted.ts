import {contract, type OperationId} from '@edge-console/schema';
import {Failure} from './failure.ts';
import {pathOf} from './path.ts';
import {methodsOf} from './route.ts';

const SERVED = [
  ...(Object.keys(contract) as OperationId[]).map(id => [contract[id].path, methodsOf(id)] as const),
  ...['/healthz', '/readyz'].map(path => [path, ['GET']] as const),
].map(([path, methods]) => ({pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`), methods}));

/** What is wrong with a request that no route took: its method (405, with Allow) or its path (404). */
export const unrouted = (method: string, url: string): Failure => {
  const path = pathOf(url);
  const here = SERVED.filter(({pattern}) => pattern.test(path)).flatMap(({methods}) => methods);
  if (here.length === 0) return new Failure(404, 'there is no such path');
  const allow = [...new Set(here.flatMap(name => (name === 'GET' ? ['GET', 'HEAD'] : [name])))].join(', ');
  return new Failure(405, `${method} is not possible here; possible: ${allow}`, {allow});
};
