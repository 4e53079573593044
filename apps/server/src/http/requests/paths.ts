import {contract, type Operation} from '@edge-console/schema';
import {pathPattern} from './path-pattern.ts';
import {nearest} from './suggest.ts';

const OPERATIONS: readonly Operation[] = Object.values(contract);
const PATHS = [...new Set(OPERATIONS.map(({path}) => path))];

const MATCHERS = OPERATIONS.map(operation => ({operation, matches: pathPattern(operation.path)}));

/** An operation that has this path, with any method. */
export const operationAt = (path: string): Operation | undefined =>
  MATCHERS.find(({matches}) => matches(path))?.operation;

/** The paths of the contract, with the segments of `path` in place of parameters. */
const filledPaths = (path: string): readonly string[] => {
  const segments = path.replace(/\/$/, '').split('/');
  return PATHS.map(known => {
    const parts = known.split('/');
    return parts.length === segments.length
      ? parts.map((part, at) => (part.startsWith('{') ? (segments[at] ?? part) : part)).join('/')
      : known;
  });
};

/** `; did you mean PATH` for the path of the contract closest to this one, else empty. */
export const suggestPath = (path: string): string => {
  const filled = filledPaths(path);
  const found = nearest(path, filled);
  return found === undefined ? '' : `; did you mean ${PATHS[filled.indexOf(found)]}`;
};
