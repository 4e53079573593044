import {isDeepStrictEqual} from 'node:util';
import type {Context} from '../gateway/context.ts';
import {bodyOrFail, bodyOrSkip, type HttpResponse, type JsonObject, type List, listOf} from '../http/response.ts';
import {Broken, skip} from '../outcome.ts';

const readList =
  (bodyOf: (response: HttpResponse) => JsonObject) =>
  async (context: Context, path: string, query: string): Promise<List> => {
    const response = await context.call({path, query});
    return listOf(response, bodyOf(response));
  };

/** Reads the list that a check is about. Fails if the call does. */
export const listOrFail = readList(bodyOrFail);

/** Reads a list that another check is about. Skips if the call fails. */
export const listOrSkip = readList(bodyOrSkip);

const MAX_TRIES = 4;

/** Judges a list that may change meanwhile: a failure counts only if the reference is equal before and after. */
export const whileUnchanged = async <T>(
  readReference: () => Promise<T>,
  judge: (reference: T) => Promise<void>,
): Promise<void> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const reference = await readReference();
    try {
      return await judge(reference);
    } catch (error) {
      if (!(error instanceof Broken) || isDeepStrictEqual(reference, await readReference())) throw error;
    }
  }
  skip('the list changed during every attempt');
};
