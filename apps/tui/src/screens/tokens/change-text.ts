import type {Change, Subject} from '../../core/connection/changes.ts';
import {dateTime} from '../../format/time.ts';

/** Describes a change, such as `name "a" to "b"; expires never to 2031-01-01 00:00`. Not sanitised. */
export const changeText = ({from, to}: Pick<Change, 'from' | 'to'>): string => {
  const isRenamed = from?.name !== undefined && to?.name !== undefined;
  const name = isRenamed ? [`name "${from.name}" to "${to.name}"`] : [];
  const ends = [from?.expire, to?.expire].flatMap(expire => (expire === undefined ? [] : [endText(expire)]));
  return [...name, ...(ends.length === 0 ? [] : [`expires ${ends.join(' to ')}`])].join('; ');
};

const endText = (expire: number): string => (expire === 0 ? 'never' : dateTime(expire).replace(/:00$/, ''));

/** Returns `ci, id 7` for a token, or the account's name for a session. Not sanitised. */
export const subjectText = ({kind, name = '', id}: Subject): string => {
  if (kind === 'session') return name;
  return [...(name === '' ? [] : [name]), ...(id === undefined ? [] : [`id ${id}`])].join(', ');
};
