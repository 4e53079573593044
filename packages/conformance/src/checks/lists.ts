import type {Context} from '../gateway/context.ts';
import {type List, listOf} from '../gateway/read.ts';
import {type Answer, given, type JsonObject, succeeded} from '../http/answer.ts';

type BodyOf = (answer: Answer) => JsonObject;

const read = async (context: Context, {path, query, bodyOf}: {path: string; query: string; bodyOf: BodyOf}) => {
  const answer = await context.call({path, query});
  return listOf(answer, bodyOf(answer));
};

/** The list that a check is about: fails where it does not come. */
export const list = (context: Context, path: string, query: string): Promise<List> =>
  read(context, {path, query, bodyOf: succeeded});

/** A list that a check builds on: gives up where it does not come. */
export const reference = (context: Context, path: string, query: string): Promise<List> =>
  read(context, {path, query, bodyOf: given});
