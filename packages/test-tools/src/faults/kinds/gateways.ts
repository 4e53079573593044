import {DEFAULT_PAGE_SIZE} from '@edge-console/schema';
import * as z from 'zod';
import {bodyFault, faultOf, headerValue, listFault, requestFault} from '../fault.ts';
import {mapResponse, mapRows} from './body.ts';
import {errorLogFault, isOperation, type ListResponse, pagedFault, pageParametersOf, rangeOf} from './pages.ts';

const redirect = requestFault(
  'redirect',
  {
    status: z.union([301, 302, 303, 307, 308].map(status => z.literal(status))).default(302),
    location: headerValue.default('/login'),
  },
  async ({status, location}, {reply}) => {
    reply.code(status).header('location', location).send('');
    return 'handled';
  },
);

/** Demands a second factor (docs/contract.md#login-result). */
const secondFactor = faultOf('body', isOperation('login'))(
  'second-factor',
  {login_2fa: z.record(z.string(), z.json()).default({type: 'totp'})},
  (fault, body) =>
    mapResponse(body, response => {
      Object.assign(response.data ?? {}, {login_2fa: fault.login_2fa});
    }),
);

/** Ignores the parameters `names`. A gateway may ignore the default ones (docs/field-facts.md#9). */
const ignoredParameters = listFault(
  'ignored-parameters',
  {names: z.array(z.string()).min(1).default(['start_time', 'end_time'])},
  ({names}, query, {list}) => list(Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))),
);

const defaultParameters = listFault(
  'default-parameters',
  {values: z.record(z.string(), z.int()).default({page_size: 10})},
  ({values}, query, {request, list}) => {
    const absent = Object.entries(values).filter(([name]) => !(name in (request.query as object)));
    return list({...query, ...Object.fromEntries(absent)});
  },
);

/** The contract requires that an empty parameter is ignored (docs/contract.md#error-logs). */
const emptyAsZero = listFault('empty-as-zero', {}, (_fault, query, {request, list}) => {
  const empty = Object.entries(request.query as Readonly<Record<string, string>>).filter(([, value]) => value === '');
  return list({...query, ...Object.fromEntries(empty.map(([name]) => [name, 0]))});
});

/** Makes the bounds of the time range exclusive (docs/field-facts.md#9). */
const exclusiveTimes = errorLogFault(
  'exclusive-times',
  {names: z.array(z.enum(['start_time', 'end_time'])).default(['start_time', 'end_time'])},
  ({names}, query, {list}) => {
    const moved = names.filter(name => typeof query[name] === 'number');
    const step = {start_time: 1, end_time: -1};
    return list({...query, ...Object.fromEntries(moved.map(name => [name, Number(query[name]) + step[name]]))});
  },
);

/** `fixed`: every page has `size` rows. `maximum`: no page has more (docs/field-facts.md#12). */
const pageSize = pagedFault(
  'page-size',
  {size: z.int().min(1).max(1000).default(10), mode: z.enum(['fixed', 'maximum']).default('fixed')},
  ({size, mode}, query, {request, list}) => {
    const {size: name = ''} = pageParametersOf(request) ?? {};
    const asked = Number(query[name] ?? DEFAULT_PAGE_SIZE);
    return list({...query, [name]: mode === 'maximum' ? Math.min(asked, size) : size});
  },
);

/** Each request removes the `rows` oldest entries (docs/field-facts.md#21). */
const retention = errorLogFault(
  'retention',
  {rows: z.int().min(1).default(1)},
  async ({rows}, query, {request, list, hit}) => {
    const response = (await list(query)) as ListResponse;
    if (!('meta' in response.data)) return response;
    const count = Math.max(0, response.data.meta.count - rows * hit);
    const {offset} = rangeOf(query, request);
    return {...response, data: {data: response.data.data.slice(0, Math.max(0, count - offset)), meta: {count}}};
  },
);

/** Changes `meta.count` at random by up to `by` (docs/field-facts.md#20). */
const unstableCount = bodyFault('unstable-count', {by: z.int().min(1).default(5)}, ({by}, body, {prng}) =>
  mapResponse(body, ({data}) => {
    const meta = (data as {meta?: {count?: unknown}} | undefined)?.meta;
    if (typeof meta?.count === 'number') meta.count = Math.max(0, meta.count + prng.int(-by, by));
  }),
);

/** Sets fields of one row of each page to unexpected values (docs/field-facts.md#22). */
const oddRow = bodyFault(
  'odd-row',
  {row: z.int().min(0).default(0), fields: z.record(z.string(), z.json()).default({count: null})},
  ({row, fields}, body) =>
    mapRows(body, rows => rows.map((value, at) => (at === row ? {...(value as object), ...fields} : value))),
);

const NOT_ASCII = /[\u0080-\uffff]/g;

/** Writes `/` as `\/` and characters outside ASCII as `\uXXXX` (docs/field-facts.md#23). */
const escapedJson = bodyFault('escaped-json', {}, (_fault, body) =>
  body
    .replaceAll('/', '\\/')
    .replaceAll(NOT_ASCII, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
);

export const GATEWAY_FAULTS = [
  redirect,
  secondFactor,
  ignoredParameters,
  defaultParameters,
  emptyAsZero,
  exclusiveTimes,
  pageSize,
  retention,
  unstableCount,
  oddRow,
  escapedJson,
] as const;
