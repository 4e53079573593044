import {type Answer, describe, isObject, type JsonObject} from '../http/answer.ts';
import {giveUp} from '../outcome.ts';

/** `data` of the envelope. */
export const dataOf = ({json}: Answer): unknown => (isObject(json) ? json.data : undefined);

/** A list as it came: rows that are objects, and the total where one is told. */
export interface List {
  readonly rows: readonly JsonObject[];
  readonly count: number | undefined;
}

/** Reads a list, wrapped once more or not. Gives up where there is none: the check of its shape is about that. */
export const listOf = (answer: Answer, body: JsonObject): List => {
  const {data} = body;
  const rows = isObject(data) ? data.data : data;
  if (!Array.isArray(rows)) return giveUp(`there is no list to look at: ${describe(answer)}`);
  const count = isObject(data) && isObject(data.meta) ? data.meta.count : undefined;
  return {rows: rows.filter(isObject), count: typeof count === 'number' ? count : undefined};
};

/** The total of a list, or the end of the check: another one is about `meta.count`. */
export const countOf = ({count}: List): number => count ?? giveUp('the answer has no meta.count');

/** What tells rows apart. */
export const idsOf = ({rows}: List): readonly unknown[] => rows.map(({id}) => id);
