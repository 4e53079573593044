import type {ApiToken} from '@edge-console/schema';
import {expiryState} from '@edge-console/schema/values';
import {isoText} from '../../format/time.ts';
import {tokenFields} from '../../output/row-fields.ts';
import {fieldsOf, tableOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';

export const tokenView: View<ApiToken, never> = {
  async table() {
    const {tokenColumns} = await import('../../screens/tokens/token-columns.ts');
    return {columns: tokenColumns, data: undefined as never};
  },
  fields: tokenFields,
  words: {
    expire: ({expire}) => {
      const state = expiryState(expire, new Date());
      if (state.kind === 'never') return 'never';
      return 'at' in state ? isoText(state.at.getTime() / 1000) : String(expire ?? '');
    },
    _created_unix: ({_created_unix: seconds}) => (seconds === undefined ? '' : isoText(seconds)),
    _modified_unix: ({_modified_unix: seconds}) => (seconds === undefined ? '' : isoText(seconds)),
  },
};

export const tokenName = ({name, id}: Pick<ApiToken, 'name' | 'id'>): string => `${sanitise(name)}, id ${id}`;

export type ChangedToken = Pick<ApiToken, 'id' | 'name' | 'expire' | 'uid'> & {
  readonly result: 'created' | 'exists' | 'saved' | 'deleted' | 'draining' | 'kept';
};

/** Returns RFC 3339. Undefined if the token never expires, or if the unit of its expiry is unknown. */
const expiresOf = ({expire}: ChangedToken): string | undefined => {
  const state = expiryState(expire, new Date());
  return 'at' in state ? state.at.toISOString() : undefined;
};

const column = {cells: 10, priority: 1};

/** Without `--output` and `--fields`, prints nothing. */
export const changedView: View<ChangedToken> = {
  table: tableOf([
    {...column, id: 'result', text: ({result}) => result},
    {...column, id: 'id', text: ({id}) => String(id)},
    {...column, id: 'name', priority: 0, grow: true, text: ({name}) => sanitise(name)},
    {...column, id: 'expires', cells: 24, text: row => expiresOf(row) ?? ''},
  ]),
  fields: {
    ...fieldsOf<ChangedToken>('result', 'id', 'name', 'expire'),
    expires: expiresOf,
    ...fieldsOf<ChangedToken>('uid'),
  },
  text: () => undefined,
};
