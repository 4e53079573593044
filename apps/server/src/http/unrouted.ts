import {contract, type OperationId} from '@edge-console/schema';
import {Failure} from './failure.ts';
import {methodsOf} from './route.ts';

const pattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);

/** What is wrong with a request that no route took: its method (405, with Allow) or its path (404). */
export const unrouted = (method: string, url: string): Failure => {
  const path = url.split('?', 1)[0] ?? '';
  const here = (Object.keys(contract) as OperationId[]).filter(id => pattern(contract[id].path).test(path));
  if (here.length === 0) return new Failure(404, 'there is no such path');
  const methods = new Set(here.flatMap(methodsOf).flatMap(name => (name === 'GET' ? ['GET', 'HEAD'] : [name])));
  const allow = [...methods].join(', ');
  return new Failure(405, `${method} is not possible here; possible: ${allow}`, {allow});
};
