import type {Identity} from '../../core/connection/connection.ts';
import {workLines} from '../../dialogs/work.ts';
import {dateTime, duration} from '../../format/time.ts';
import {sanitise} from '../../text/sanitise.ts';
import {truncate} from '../../text/width.ts';
import {type Ui, useTimed, useUi} from '../../ui/context.ts';
import {formLines} from '../../ui/form-lines.ts';
import {Lines} from '../../ui/Lines.tsx';
import {type SessionState, sessionFields} from './session-form.ts';

export const SessionView = ({state}: {state: SessionState}) => {
  const ui = useUi();
  const text = useTimed(now => {
    const identity = identityLines(state.identity, {ui, now});
    const work = workLines(state.work, {ui, now, cells: ui.columns - 1});
    const look = {ui, now, cells: ui.columns - 2};
    const form = formLines(sessionFields, state.form, look);
    const spaced = ['', ...identity, '', ...form, ...work];
    if (spaced.length <= ui.rows) return spaced.join('\n');
    // If the pane is too low, removes blank lines, so that the gateway's response is visible.
    const attempt = work.filter(line => line !== '');
    const rows = Math.max(2, ui.rows - identity.length - attempt.length);
    return [...identity, ...formLines(sessionFields, state.form, {...look, rows}), ...attempt].join('\n');
  });
  return <Lines lines={text.split('\n')} height={ui.rows} />;
};

const identityLines = (identity: Identity, {ui, now}: {ui: Ui; now: number}): string[] => {
  const {paint} = ui;
  const again = ` ${paint('muted', 'Sign in again below to change the gateway or the account.')}`;
  switch (identity.kind) {
    case 'anonymous':
      return [` ${paint('title', 'Sign in')}`];
    case 'api-token':
      return [
        ` ${paint('title', 'Signed in')} with the API token that ends in ${sanitise(identity.fingerprint)}.`,
        again,
      ];
    case 'session': {
      const role = identity.role === undefined ? '' : `, role ${sanitise(identity.role)}`;
      const end = `The session ends in ${duration(identity.endsAt - now)}, at ${dateTime(identity.endsAt)}.`;
      return [
        truncate(` ${paint('title', 'Signed in')} as ${sanitise(identity.username)}${role}.`, ui.columns - 1),
        ` ${identity.endsAt > now ? end : paint('status.error', 'The session has ended: sign in again.')}`,
        ...(identity.secondFactorDue
          ? [
              ` ${paint('status.warn', 'Two-factor login is not complete. Until you complete it on the gateway, calls may be refused.')}`,
            ]
          : []),
        again,
      ];
    }
    default:
      return identity satisfies never;
  }
};
