import {dataOf, isObject, type JsonObject} from '../../http/response.ts';
import type {Exchange} from '../observe.ts';
import {idKey, listRows} from '../sample.ts';

/** A fault makes the test server deviate from its normal responses. See `@edge-console/test-tools`. */
export type Fault = {readonly kind: string; readonly operation?: string} & JsonObject;

export const countOf = ({response}: Exchange): number | undefined => {
  const data = dataOf(response);
  const count = isObject(data) && isObject(data.meta) ? Number(data.meta.count) : Number.NaN;
  return Number.isNaN(count) ? undefined : count;
};

export const totalOf = (all: readonly Exchange[]): number =>
  Math.max(0, ...all.map(exchange => countOf(exchange) ?? 0));

export const rowsOf = (exchange: Exchange | undefined): readonly JsonObject[] => listRows(exchange?.response) ?? [];

export const sizeOf = (exchange: Exchange): number => rowsOf(exchange).length;
export const idsOf = (exchange: Exchange | undefined): readonly string[] => rowsOf(exchange).map(idKey);

/** Whether `meta.count` is the number of rows in the response, not in the list. */
export const countsPage = (all: readonly Exchange[]): boolean =>
  new Set(all.map(countOf)).size > 2 &&
  all.every(exchange => countOf(exchange) === undefined || countOf(exchange) === sizeOf(exchange));

export const numbersOf = (exchange: Exchange, field: string): readonly number[] =>
  rowsOf(exchange).map(row => Number(row[field]));
