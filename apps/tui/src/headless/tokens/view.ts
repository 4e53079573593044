import type {ApiToken} from '@edge-console/schema';
import {tokenColumns} from '../../screens/tokens/columns.ts';
import {fieldsOf, type View} from '../output/view.ts';

/** Tokens as the Tokens tab shows them. */
export const tokenView: View<ApiToken, never> = {
  columns: tokenColumns,
  data: undefined as never,
  fields: fieldsOf<ApiToken>('id', 'name', 'expire', 'uid', '_created_unix', '_modified_unix'),
};
