import type {Prng} from '@edge-console/generator';
import {answerFault} from './fault.ts';

interface Listing {
  data?: unknown;
}

/** Changes the rows of a listing, wherever the envelope has them; other answers stay as they are. */
const withRows = (body: string, change: (rows: readonly unknown[]) => unknown): string => {
  const answer = parsed(body);
  if (!answer) return body;
  const inner = answer.data as Listing | unknown[] | undefined;
  if (Array.isArray(inner)) answer.data = change(inner);
  else if (Array.isArray(inner?.data)) inner.data = change(inner.data);
  else return body;
  return JSON.stringify(answer);
};

// Another fault may have replaced it by something else.
const parsed = (body: string): Listing | undefined => {
  try {
    return JSON.parse(body) as Listing;
  } catch {
    return undefined;
  }
};

const shuffled = (rows: readonly unknown[], prng: Prng): unknown[] => {
  const drawn = rows.map(row => ({row, at: prng.next()}));
  return drawn.toSorted((a, b) => a.at - b.at).map(({row}) => row);
};

/** Every row of a page comes twice. */
export const repeatedRows = answerFault('repeated-rows', {}, (_fault, body) =>
  withRows(body, rows => rows.flatMap(row => [row, row])),
);

/** The rows of a page come in an order drawn from the seed. */
export const shuffledRows = answerFault('shuffled-rows', {}, (_fault, body, {prng}) =>
  withRows(body, rows => shuffled(rows, prng)),
);

/** An empty list is `{}`, as services written in Lua encode it (field fact 13). */
export const emptyObject = answerFault('empty-object', {}, (_fault, body) =>
  withRows(body, rows => (rows.length === 0 ? {} : rows)),
);

/** A page without its `meta`. */
export const noMeta = answerFault('no-meta', {}, (_fault, body) => {
  const answer = parsed(body);
  return answer ? JSON.stringify(answer, (name, value) => (name === 'meta' ? undefined : value)) : body;
});
