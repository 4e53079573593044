import type {ApiToken} from '@edge-console/schema';
import {dataOf, idle} from '../../core/remote.ts';
import {age} from '../../format/time.ts';
import type {Loaded} from '../../list/loaded/spec.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Column} from '../../ui/table.ts';
import {expiryText} from './expiry.ts';

const ago = (seconds: number | undefined, now: number): string =>
  seconds === undefined ? '' : `${age(now - seconds * 1000)} ago`;

/** Tokens that never expire sort behind all others. */
const expiryOrder = ({expire = 0}: ApiToken): number => (expire === 0 ? Number.POSITIVE_INFINITY : expire);

/** The token that a token drains for: a newer one of its name, which outlives it. */
const successorOf = (token: ApiToken, tokens: readonly ApiToken[]): ApiToken | undefined =>
  tokens.find(other => other.name === token.name && other.id > token.id && expiryOrder(other) > expiryOrder(token));

export const tokenColumns: readonly Column<ApiToken, Loaded<ApiToken, null>>[] = [
  {
    id: 'name',
    title: 'name',
    cells: 16,
    grow: true,
    priority: 0,
    searched: true,
    text: token => sanitise(token.name),
    sort: token => token.name,
  },
  {
    id: 'id',
    title: 'id',
    cells: 8,
    align: 'right',
    priority: 4,
    searched: true,
    text: token => String(token.id),
    sort: token => token.id,
  },
  {
    id: 'expires',
    title: 'expires',
    cells: 30,
    priority: 2,
    text: (token, {now, data}) => {
      const {text} = expiryText(token.expire, now);
      const [, left] = /^in (.+), soon$/.exec(text) ?? [];
      const successor = left === undefined ? undefined : successorOf(token, dataOf(data?.rows ?? idle) ?? []);
      return successor === undefined ? text : `draining, ${left} left, for ${successor.id}`;
    },
    role: (token, {now}) => expiryText(token.expire, now).role,
    sort: expiryOrder,
  },
  {
    id: 'created',
    title: 'created',
    cells: 9,
    priority: 5,
    text: (token, {now}) => ago(token._created_unix, now),
    sort: token => token._created_unix ?? 0,
  },
  {
    id: 'modified',
    title: 'modified',
    cells: 10,
    priority: 6,
    text: (token, {now}) => ago(token._modified_unix, now),
    sort: token => token._modified_unix ?? 0,
  },
  {
    id: 'owner',
    title: 'owner',
    cells: 7,
    align: 'right',
    priority: 7,
    given: token => token.uid !== undefined,
    text: token => (token.uid === undefined ? '' : String(token.uid)),
    sort: token => token.uid ?? 0,
  },
];
