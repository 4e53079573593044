import {contract} from '@edge-console/schema';
import {nearest} from '../suggest.ts';

const PATHS = [...new Set(Object.values(contract).map(({path}) => path))];

/** `; did you mean PATH` for the path of the contract closest to this one, else empty. */
export const nearestPath = (path: string): string => {
  const segments = path.replace(/\/$/, '').split('/');
  // A parameter counts as its segment of the path.
  const filled = PATHS.map(known => {
    const parts = known.split('/');
    return parts.length === segments.length
      ? parts.map((part, at) => (part.startsWith('{') ? (segments[at] ?? part) : part)).join('/')
      : known;
  });
  const found = nearest(path, filled);
  return found === undefined ? '' : `; did you mean ${PATHS[filled.indexOf(found)]}`;
};
