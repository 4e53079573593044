import {METHODS} from 'node:http';
import {contract, type OperationId} from '@edge-console/schema';
import {pathPattern} from '@edge-console/schema/path-pattern';
import {methodsOf, suggest} from '@edge-console/server/extension';

interface Conditions {
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: number | undefined;
}

const OPERATIONS = Object.keys(contract) as OperationId[];

/**
 * Throws a RangeError if no request to an operation of the contract can meet the conditions. With `unknownPaths:
 * 'allow'`, only a path similar to one of the contract is refused, because it is probably a misspelling.
 */
export const assertMatchable = (
  {operation, method, path, status}: Conditions,
  unknownPaths: 'refuse' | 'allow' = 'refuse',
): void => {
  if (operation !== undefined && !Object.hasOwn(contract, operation)) {
    throw new RangeError(`operation: there is no ${quote(operation)}${suggest(operation, OPERATIONS)}`);
  }
  if (method !== undefined && !METHODS.includes(method.toUpperCase())) {
    throw new RangeError(`method: there is no ${quote(method)}${suggest(method, METHODS)}`);
  }
  if (operation !== undefined && method !== undefined) {
    const possible = methodsOf(operation as OperationId);
    if (!possible.includes(method.toUpperCase())) {
      throw new RangeError(`method: ${operation} does not have ${quote(method)}; possible: ${possible.join(', ')}`);
    }
  }
  if (status !== undefined && status !== 200 && !(status >= 300 && status <= 599)) {
    throw new RangeError('status: a response has 200, or 300 to 599');
  }
  if (path === undefined) return;
  const paths = (operation === undefined ? OPERATIONS : [operation as OperationId]).map(id => contract[id].path);
  if (paths.some(known => canMatch(path, known))) return;
  const whose = operation === undefined ? 'no operation has' : `${operation} does not have`;
  const suggestion = suggest(path, [...new Set(paths)]);
  if (operation === undefined && suggestion === '' && unknownPaths === 'allow') return;
  throw new RangeError(`path: ${whose} ${quote(path)}${suggestion}`);
};

/** The message does not contain the name, which may be a misplaced secret. */
export const assertKnown = (names: readonly string[], known: readonly string[]): void => {
  const unknown = names.find(name => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`unknown parameter${suggest(unknown, known)}`);
};

const quote = (text: string): string => JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);

/** Tries `1` and each segment of the pattern as the value of the path parameters. */
const canMatch = (pattern: string, template: string): boolean => {
  const matcher = pathPattern(pattern);
  const segments = new Set(['1', ...pattern.split('/').filter(segment => segment !== '')]);
  return segments.values().some(segment => matcher.test(template.replaceAll(/\{\w+\}/g, segment)));
};
