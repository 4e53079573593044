import type {ApiToken} from '@edge-console/schema';
import {dataOf, idle} from '../../core/remote.ts';
import {age} from '../../format/time.ts';
import type {Loaded} from '../../list/loaded/spec.ts';
import {type Column, valueColumn} from '../../ui/table.ts';
import {expiryText} from './expiry.ts';

const expiryOrder = ({expire = 0}: ApiToken): number => (expire === 0 ? Number.POSITIVE_INFINITY : expire);

const successorOf = (token: ApiToken, tokens: readonly ApiToken[]): ApiToken | undefined =>
  tokens.find(other => other.name === token.name && other.id > token.id && expiryOrder(other) > expiryOrder(token));

type TokenColumn = Column<ApiToken, Loaded<ApiToken, unknown>>;

const agoColumn = (
  column: Pick<TokenColumn, 'id' | 'cells' | 'priority'>,
  secondsOf: (token: ApiToken) => number | undefined,
): TokenColumn => ({
  ...column,
  text: (token, {now}) => {
    const seconds = secondsOf(token);
    return seconds === undefined ? '' : `${age(now - seconds * 1000)} ago`;
  },
  sort: token => secondsOf(token) ?? 0,
});

export const tokenColumns: readonly TokenColumn[] = [
  valueColumn({id: 'name', cells: 16, grow: true, priority: 0, searched: true}, ({name}) => name),
  valueColumn({id: 'id', cells: 8, align: 'right', priority: 4, searched: true}, ({id}) => id),
  {
    id: 'expires',
    cells: 30,
    priority: 2,
    text: (token, {now, data}) => {
      const {text, soon} = expiryText(token.expire, now);
      const successor = soon === undefined ? undefined : successorOf(token, dataOf(data?.rows ?? idle) ?? []);
      return successor === undefined ? text : `draining, ${soon} left, for ${successor.id}`;
    },
    role: (token, {now}) => expiryText(token.expire, now).role,
    sort: expiryOrder,
  },
  agoColumn({id: 'created', cells: 9, priority: 5}, token => token._created_unix),
  agoColumn({id: 'modified', cells: 10, priority: 6}, token => token._modified_unix),
  {
    id: 'owner',
    cells: 7,
    align: 'right',
    priority: 7,
    given: ({uid}) => uid !== undefined,
    text: ({uid}) => (uid === undefined ? '' : String(uid)),
    sort: ({uid}) => uid ?? 0,
  },
];
