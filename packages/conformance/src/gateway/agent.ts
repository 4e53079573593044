import {isObject} from '../http/answer.ts';
import type {Send} from './caller.ts';
import {AGENTS, applicationsPath} from './paths.ts';
import {dataOf} from './read.ts';

// A console may have thousands; the first few have applications, or nobody can tell which do.
const MOST = 5;

const rowsOf = (data: unknown): readonly unknown[] => (Array.isArray(data) ? data : []);

/** An agent that has applications, else any; undefined where the console lists none. */
export const findAgent = async (call: Send): Promise<string | undefined> => {
  const listed = rowsOf(dataOf(await call({base: 'console', path: AGENTS})))
    .filter(isObject)
    .map(({id}) => String(id))
    .slice(0, MOST);
  for (const id of listed) {
    const answer = await call({base: 'console', path: applicationsPath(id)});
    if (rowsOf(dataOf(answer)).length > 0) return id;
  }
  return listed[0];
};
