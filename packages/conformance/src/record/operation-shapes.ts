import {loginResultSent} from '@edge-console/schema';
import {dataOf, isObject, isSuccess, type JsonObject} from '../http/response.ts';
import type {Anonymiser} from './anonymise/anonymiser.ts';
import {countOf, countsPage, totalOf} from './habits/exchanges.ts';
import type {Exchange} from './observe.ts';
import {commonPatch, type Patch, patchBetween, patchOr} from './patches.ts';
import {typeOf} from './recorded-responses.ts';
import {idKey, listRows} from './sample.ts';
import {anonymiseRow, FIELDS, type Resource, type RowShape, rowShape, TIME_TEXT} from './twin-rows.ts';
import type {Seeded} from './twin-seed.ts';

export interface Shape extends RowShape {
  readonly operation: string;
  /** Features that a request must have, such as `detail:number` (the parameter `detail` is a number). Default: none. */
  readonly features?: readonly string[];
  readonly envelope?: Patch;
  readonly meta?: Patch;
  readonly countsPage?: boolean;
  readonly rowsIn?: 'data' | 'data.data' | 'nothing';
  /** Content-Type, if it is not JSON. */
  readonly type?: string;
}

interface Known {
  readonly envelope: JsonObject;
  readonly rowsIn?: 'data' | 'data.data';
  readonly resource?: Resource;
}

const OPERATIONS: Readonly<Record<string, Known>> = {
  listApiTokens: {envelope: {}, rowsIn: 'data.data', resource: 'tokens'},
  getApiToken: {envelope: {}, resource: 'tokens'},
  listErrorLogs: {envelope: {time: 0}, rowsIn: 'data.data', resource: 'entries'},
  listApplications: {envelope: {}, rowsIn: 'data', resource: 'applications'},
  listAgents: {envelope: {}, rowsIn: 'data', resource: 'agents'},
  login: {envelope: {msg: 'login successful.', time: 0}},
  logout: {envelope: {}},
};

const LOGIN_FIELDS = Object.keys(loginResultSent.shape);

const isUnixTime = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1e9 && Number(value) < 1e10;

export const findShapes = (
  exchanges: readonly Exchange[],
  {rows, user}: Seeded,
  anonymiser: Anonymiser,
): readonly Shape[] =>
  Object.entries(OPERATIONS).flatMap(([operation, known]) => {
    const all = exchanges.filter(exchange => exchange.operation === operation && isSuccess(exchange.response));
    const [first] = all;
    if (!first) return [];
    const envelope = envelopeOf(first, known, anonymiser);
    const listed = known.rowsIn && {...placeOf(first, known, anonymiser), ...(countsPage(all) && {countsPage: true})};
    const row = operation === 'login' ? loginRow(first, user, anonymiser) : undefined;
    const shape = {
      operation,
      ...(patchOr(envelope) && {envelope}),
      ...listed,
      ...(known.rowsIn && known.resource && rowShape(rows[known.resource], known.resource)),
      ...(row && patchOr(row) && {row}),
      ...(/json/.test(typeOf(first.response)) ? {} : {type: typeOf(first.response)}),
    };
    return [
      ...(Object.keys(shape).length > 1 ? [shape] : []),
      ...variants(operation, all, {resource: known.resource, rows, anonymiser}),
    ];
  });

const envelopeOf = ({operation, response: {json}}: Exchange, {envelope}: Known, anonymiser: Anonymiser): Patch => {
  const {data, ...fields} = isObject(json) ? json : {};
  const expected: JsonObject = {
    status: 0,
    ...envelope,
    ...(isUnixTime(fields.time) && 'time' in envelope && {time: fields.time}),
  };
  const sent = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === 'time' && typeof value === 'number') return [name, value];
      return [anonymiser.name(name), anonymiser.json(value, 'envelope')];
    }),
  );
  const expectsNoData = operation === 'logout' && data !== undefined;
  return patchBetween(expected, {...sent, ...(expectsNoData && {data: anonymiser.json(data, 'envelope')})});
};

const placeOf = ({response}: Exchange, {rowsIn}: Known, anonymiser: Anonymiser): Pick<Shape, 'rowsIn' | 'meta'> => {
  const data = dataOf(response);
  const place = isObject(data) && 'data' in data ? 'data.data' : listRows(response) ? 'data' : 'nothing';
  const counted = isObject(data) && isObject(data.meta) ? data.meta : undefined;
  const sent = counted && {
    ...(anonymiser.json(counted, 'meta') as JsonObject),
    ...('count' in counted && {count: counted.count}),
  };
  const patch = sent ? patchBetween({count: Number(counted?.count)}, sent) : {remove: ['count']};
  return {...(place !== rowsIn && {rowsIn: place}), ...(place === 'data.data' && patchOr(patch) && {meta: patch})};
};

const loginRow = ({response}: Exchange, user: Seeded['user'], anonymiser: Anonymiser): Patch => {
  const data = dataOf(response);
  const {'edge-token': _, ...fields} = isObject(data) ? data : {};
  const sent = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const isTime = name.endsWith('_unix') && (typeof value === 'number' || TIME_TEXT.test(String(value)));
      if (isTime) return [name, value];
      if (name === 'id' && typeof value === 'number') return [name, user.id];
      if (!LOGIN_FIELDS.includes(name)) return [anonymiser.name(name), anonymiser.json(value, 'login.(other fields)')];
      return [name, anonymiser.json(value, `login.${name}`)];
    }),
  );
  const {id, username} = user;
  return patchBetween({id, username, role: 'twin', login_2fa: {}, _created_unix: '', _modified_unix: ''}, sent);
};

/**
 * Matches features of a request, such as `page:number` (the value of `page` is a number), that do not change which
 * fields the objects in the response have.
 */
const ORDINARY = /^(?:token|session|page|page_size|start|end|level|slash|_page|_pagesize)\b|:(?:empty)$/;

const variants = (
  operation: string,
  all: readonly Exchange[],
  {resource, rows, anonymiser}: {resource: Resource | undefined; rows: Seeded['rows']; anonymiser: Anonymiser},
): readonly Shape[] => {
  if (!resource || resource === 'applications') return [];
  const total = totalOf(all);
  const found = new Map<string, Shape>();
  for (const {response, features} of all) {
    const data = dataOf(response);
    const received = operation === 'getApiToken' ? (isObject(data) ? [data] : []) : (listRows(response) ?? []);
    const own = features.filter(feature => !ORDINARY.test(feature));
    if (operation !== 'getApiToken' && own.length === 0) continue;
    const patches = received.flatMap(row => {
      const known = rows[resource].get(idKey(row));
      return known ? [patchBetween(known.sent, anonymiseRow(row, {anonymiser, resource, id: known.id}))] : [];
    });
    const patch = commonPatch(patches, FIELDS[resource]);
    const key = own.join();
    if (!found.has(key)) found.set(key, {operation, features: own, ...(patchOr(patch) && {row: patch})});
  }
  const empty = all.find(({query}) => query.get('page_size') === '0' && query.size === 2);
  const count = empty && countOf(empty);
  if (count !== undefined && count !== total && !countsPage(all)) {
    found.set('', {operation, features: ['page_size:zero'], meta: {set: {count}}});
  }
  const differing = [...found.values()].some(({row, meta}) => row !== undefined || meta !== undefined);
  return differing ? [...found.values()] : [];
};
