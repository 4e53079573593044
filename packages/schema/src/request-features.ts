import {type Base, contract, type OperationId} from './contract.ts';
import {pathPattern} from './path-pattern.ts';
import {tryParseJson} from './values.ts';

interface FeatureRequest {
  readonly base: Base;
  readonly method: string;
  /** Below the base URL, without query. */
  readonly path: string;
  readonly query: Iterable<readonly [name: string, value: string]>;
  /** Such as `token:valid`, `session:unknown` or `anonymous`. */
  readonly credentials: readonly string[];
  readonly idKnown?: boolean | undefined;
  readonly contentType?: string | undefined;
  /** Body of a login. */
  readonly body?: string | undefined;
  isAccount(username: unknown, password: unknown): boolean;
}

export interface RequestFeatures {
  /** `admin` or `console` for an unknown path of that site. */
  readonly operation: OperationId | Base;
  /**
   * Properties of the request that may change the response, such as `page_size:zero`, or `slash` for a path that ends
   * in a slash.
   */
  readonly features: readonly string[];
}

const PATHS = (Object.keys(contract) as OperationId[]).map(id => ({
  id,
  pattern: pathPattern(contract[id].path),
  method: contract[id].method,
}));

/** Values that gateways treat alike, such as the page numbers 2 and 3, have the same feature. */
export const requestFeatures = (request: FeatureRequest): RequestFeatures => {
  const {method, path, credentials, idKnown} = request;
  const bare = path.replace(/(?<=.)\/$/, '');
  const [first, ...others] = PATHS.filter(({pattern}) => pattern.test(bare));
  if (!first) return {operation: request.base, features: [...credentials]};
  const found = [first, ...others].find(known => known.method === method) ?? first;
  const id = found.pattern.exec(bare)?.[1];
  return {
    operation: found.id,
    features: [
      ...credentials,
      ...(found.method === method ? [] : [`method:${method}`]),
      ...(bare === path ? [] : ['slash']),
      ...(id === undefined || idKnown ? [] : [/^\d+$/.test(id) ? 'id:unknown' : 'id:text']),
      ...[...request.query].map(([name, value]) => `${name}:${classOf(name, value)}`),
      ...(found.id === 'login' && method === 'POST' && request.body !== undefined ? loginFeatures(request) : []),
    ],
  };
};

const classOf = (name: string, value: string): string => {
  if (value === '') return 'empty';
  if (!/^-?\d+$/.test(value)) return 'text';
  const number = Number(value);
  if (number < 0) return 'negative';
  if (name === 'level') return number > 8 ? 'outside' : 'number';
  return number === 0 ? 'zero' : 'number';
};

const loginFeatures = ({body = '', contentType, isAccount}: FeatureRequest): readonly string[] => {
  const type = `type:${contentType?.split(';')[0] ?? 'none'}`;
  if (body === '') return [type, 'body:empty'];
  const fields = tryParseJson(body);
  if (typeof fields !== 'object' || fields === null) return [type, 'body:broken'];
  const {username, password, plugin, remember} = fields as Readonly<Record<string, unknown>>;
  const typed = [username, password].filter(value => value !== undefined).every(value => typeof value === 'string');
  if (!typed) return [type, 'body:types'];
  return [
    type,
    ...(password === undefined
      ? ['password:missing']
      : [isAccount(username, password) ? 'user:known' : 'user:unknown']),
    plugin === undefined ? 'plugin:absent' : 'plugin:present',
    ...(remember === undefined ? [] : [`remember:${remember === true}`]),
  ];
};
