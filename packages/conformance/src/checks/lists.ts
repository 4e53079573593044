import {isDeepStrictEqual} from 'node:util';
import type {Schema} from '@edge-console/schema';
import * as z from 'zod/mini';
import {Broken, fail, type Note, skip} from '../check.ts';
import type {Context} from '../gateway/context.ts';
import {
  bodyOrFail,
  bodyOrSkip,
  countOf,
  type HttpResponse,
  isObject,
  type JsonObject,
  type List,
  listOf,
} from '../http/response.ts';
import {hasShape} from './response-shape.ts';

const readList =
  (bodyOf: (response: HttpResponse) => JsonObject) =>
  async (context: Context, path: string, query: string): Promise<List> => {
    const response = await context.call({path, query});
    return listOf(response, bodyOf(response));
  };

export const listOrFail = readList(bodyOrFail);

export const listOrSkip = readList(bodyOrSkip);

export const firstRows = async (context: Context, path: string, size = 50): Promise<readonly JsonObject[]> => {
  const {rows} = await listOrSkip(context, path, `page=1&page_size=${size}`);
  return rows.length > 0 ? rows : skip('the list is empty');
};

export const totalOf = async (context: Context, path: string): Promise<number> =>
  countOf(await listOrSkip(context, path, 'page=1&page_size=1'));

export const totalOrSkip = async (context: Context, path: string): Promise<number> =>
  (await totalOf(context, path)) || skip('the list is empty');

export const listHasShape = async ({call}: Context, path: string, {schema, note}: {schema: Schema; note: Note}) => {
  const {data} = bodyOrSkip(await call({path, query: 'page=1&page_size=50'}));
  const rows = isObject(data) ? data.data : undefined;
  // Another check tests whether an empty list is sent as `{}`.
  if (!Array.isArray(rows)) return isObject(rows) ? skip('data.data is not a list') : fail('data.data is not a list');
  if (rows.length === 0) skip('the list is empty');
  hasShape(rows, z.array(schema), {at: 'data.data', note});
};

const MAX_TRIES = 4;

/** Other clients may change the list. If `judge` fails and the value has changed, tries again. */
export const whileUnchanged = async <T>(read: () => Promise<T>, judge: (value: T) => Promise<void>): Promise<void> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const value = await read();
    try {
      return await judge(value);
    } catch (error) {
      if (!(error instanceof Broken) || isDeepStrictEqual(value, await read())) throw error;
    }
  }
  skip('the list changed during every attempt');
};

type JudgeTotal = (total: number) => Promise<void>;

export const withTotal = (context: Context, path: string, judge: JudgeTotal): Promise<void> =>
  whileUnchanged(() => totalOf(context, path), judge);

export const withTotalOrSkip = (context: Context, path: string, judge: JudgeTotal): Promise<void> =>
  whileUnchanged(() => totalOrSkip(context, path), judge);
