import type {ApiToken, Secret} from '@edge-console/schema';
import type {Connection} from '../../core/connection/connection.ts';
import type {DialogIntent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import {parseDuration} from '../../format/parse-time.ts';
import type {ListEvent} from '../../list/list.ts';
import {type Retired, type Retirement, retireToken} from './retire.ts';

export type Successor = {readonly id: number; readonly secret: Secret};

export type RetireAction = {
  readonly kind: 'retired';
  readonly old: ApiToken;
  readonly retired: Retired;
  readonly at: number;
};

const GRACES = ['24h', '1h', '7d'];

/** The old token is changed only if a request with the new secret succeeds. */
export const retireDialog = (
  old: ApiToken,
  {id, secret}: Successor,
  connection: Connection,
): DialogIntent<RetireAction | ListEvent> =>
  formDialog(
    {
      title: `Retire API token ${old.id}, after a call with the new one`,
      fields: [
        {
          kind: 'choice',
          name: 'how',
          label: 'Old token',
          options: [
            ...GRACES.map(value => ({value, label: `ends in ${value}`})),
            {value: 'delete', label: 'delete now'},
            {value: 'leave', label: 'keep'},
          ],
        },
      ],
      submitLabel: 'prove and go on',
      submit: async ({how = ''}, context, signal) => {
        const at = context.now();
        const proof = connection.withToken(secret);
        try {
          await proof.client.apiTokens.get(id, {signal});
          const options = {connection: context.connection(), now: at, signal};
          return {at, retired: await retireToken(old, retirementOf(how), options)};
        } finally {
          proof.client.close();
        }
      },
    },
    ({retired, at}): RetireAction | ListEvent => ({kind: 'retired', old, retired, at}),
    {kind: 'list.refresh'},
  );

const retirementOf = (how: string): Retirement =>
  how === 'delete' || how === 'leave' ? {kind: how} : {kind: 'drain', ms: parseDuration(how) ?? 0};
