import type {ApiToken} from '@edge-console/schema';
import {expiryState} from '@edge-console/schema/values';
import {isoText} from '../../format/time.ts';
import {fieldsOf, type View} from '../../output/view.ts';

/** Tokens as the Tokens tab shows them. */
export const tokenView: View<ApiToken, never> = {
  async table() {
    const {tokenColumns} = await import('../../screens/tokens/token-columns.ts');
    return {columns: tokenColumns, data: undefined as never};
  },
  fields: fieldsOf<ApiToken>('id', 'name', 'expire', 'uid', '_created_unix', '_modified_unix'),
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
