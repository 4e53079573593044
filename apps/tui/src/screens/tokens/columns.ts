import type {ApiToken} from '@edge-console/schema';
import {duration} from '../../format/time.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Column} from '../../ui/columns.ts';
import {expiryText} from './expiry.ts';

const age = (seconds: number | undefined, now: number): string =>
  seconds === undefined ? '' : `${duration(now - seconds * 1000).split(' ')[0]} ago`;

export const tokenColumns = (
  now: number,
  {marked, mark}: {marked: ReadonlySet<number>; mark: string},
): readonly Column<ApiToken>[] => [
  {
    id: 'mark',
    title: '',
    cells: 1,
    priority: 1,
    text: token => (marked.has(token.id) ? mark : ' '),
    token: () => 'accent',
  },
  {id: 'name', title: 'name', cells: 16, grow: true, priority: 0, text: token => sanitise(token.name)},
  {id: 'id', title: 'id', cells: 8, align: 'right', priority: 4, text: token => String(token.id)},
  {
    id: 'expires',
    title: 'expires',
    cells: 25,
    priority: 2,
    text: token => expiryText(token.expire, now).text,
    token: token => expiryText(token.expire, now).token,
  },
  {id: 'created', title: 'created', cells: 9, priority: 5, text: token => age(token._created_unix, now)},
  {id: 'modified', title: 'modified', cells: 9, priority: 6, text: token => age(token._modified_unix, now)},
  {
    id: 'owner',
    title: 'owner',
    cells: 6,
    align: 'right',
    priority: 7,
    text: token => (token.uid === undefined ? '' : String(token.uid)),
  },
];
