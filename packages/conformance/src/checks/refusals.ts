import type {Check, Need, Note, Source} from '../check.ts';
import type {Call, Context} from '../gateway/context.ts';
import {type Answer, describe, isObject, isSuccess, statusOf} from '../http/answer.ts';
import {fail, giveUp} from '../outcome.ts';

/** A call that cannot succeed. */
export interface Refusal {
  readonly id: string;
  /** As the beginning of a sentence. */
  readonly what: string;
  /** What says that it cannot succeed. */
  readonly source: Source;
  readonly needs?: readonly Need[];
  call(context: Context): Call | Promise<Call>;
}

/** Two checks: that it is refused, which the contract says, and that the refusal is told as in the field. */
export const refusalChecks = ({id, what, source, needs = [], call}: Refusal): readonly Check[] => [
  {
    id: `${id}.refused`,
    title: `${what} is not answered as a success`,
    source,
    needs,
    run: async context => {
      const answer = await context.call(await call(context));
      if (isSuccess(answer)) fail(describe(answer));
    },
  },
  {
    id: `${id}.told`,
    title: `${what} is refused with a status other than 0 and a msg, and without HTTP 5xx`,
    source: 'fact 1',
    needs,
    run: async (context, note) => {
      const answer = await context.call(await call(context));
      if (isSuccess(answer)) giveUp('it was not refused');
      isTold(answer, note);
    },
  },
];

/** Fails for a refusal that is not in the envelope, or that blames the server for what the caller did. */
export const isTold = (answer: Answer, note: Note): void => {
  const {http, json} = answer;
  if (http >= 500 || !isObject(json)) fail(describe(answer));
  const status = statusOf(answer);
  if (!Number.isInteger(status) || status === 0) fail(`status is not a number other than 0: ${describe(answer)}`);
  if (typeof json.msg !== 'string' || json.msg === '') fail(`msg is missing: ${describe(answer)}`);
  const others = Object.keys(json).filter(key => !['status', 'msg', 'err', 'time'].includes(key));
  for (const key of others) note(`a refusal has ${key}`);
};
