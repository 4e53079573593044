import type {ApiToken} from '@edge-console/schema';
import {fieldsOf, type View} from '../../output/view.ts';

/** Tokens as the Tokens tab shows them. */
export const tokenView: View<ApiToken, never> = {
  async table() {
    const {tokenColumns} = await import('../../screens/tokens/columns.ts');
    return {columns: tokenColumns, data: undefined as never};
  },
  fields: fieldsOf<ApiToken>('id', 'name', 'expire', 'uid', '_created_unix', '_modified_unix'),
};
