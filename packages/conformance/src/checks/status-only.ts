import type {Note} from '../check.ts';
import {type Answer, isObject, succeeded} from '../http/answer.ts';
import {fail} from '../outcome.ts';

/** Fails for a success with a payload (contract "Common response envelope": absent for update and delete). */
export const statusOnly = (answer: Answer, note: Note): void => {
  const body = succeeded(answer);
  if ('data' in body) fail(`data is ${isObject(body.data) ? `an object with ${Object.keys(body.data)}` : 'there'}`);
  for (const key of Object.keys(body)) if (key !== 'status') note(`${key} is there, too`);
};
