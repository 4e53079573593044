import type {Identity} from '../../core/connection/connection.ts';
import {isPress, type Pointed, type PointerEvent} from '../../core/pointer-event.ts';
import type {Env} from '../../core/screen.ts';
import {workLines} from '../../dialogs/work.ts';
import {dateTime, duration} from '../../format/time.ts';
import {sanitise} from '../../text/sanitise.ts';
import {truncate} from '../../text/width.ts';
import {plainUi, type Ui, useTimed, useUi} from '../../ui/context.ts';
import {fieldAtLine, formLines} from '../../ui/form-lines.ts';
import {Lines} from '../../ui/Lines.tsx';
import {type SessionAction, type SessionState, sessionFields} from './session-form.ts';

export const SessionView = ({state}: {state: SessionState}) => {
  const ui = useUi();
  const text = useTimed(now => {
    const {above, context, below} = layoutOf(state, ui, now);
    return [...above, ...formLines(sessionFields, state.form, context), ...below].join('\n');
  });
  return <Lines lines={text.split('\n')} height={ui.rows} />;
};

const layoutOf = (state: SessionState, ui: Ui, now: number) => {
  const identity = identityLines(state.identity, {ui, now});
  const work = workLines(state.work, {ui, now, cells: ui.columns - 1});
  const context = {ui, now, cells: ui.columns - 2};
  const above = ['', ...identity, ''];
  const form = formLines(sessionFields, state.form, context);
  if (above.length + form.length + work.length <= ui.rows) return {above, context, below: work};
  // In a low pane, blank lines are removed so that the gateway's response is visible.
  const below = work.filter(line => line !== '');
  return {above: identity, context: {...context, rows: Math.max(2, ui.rows - identity.length - below.length)}, below};
};

export const pointedInSession = (
  state: SessionState,
  event: PointerEvent,
  {now, size}: Pick<Env, 'now' | 'size'>,
): Pointed<SessionAction> | undefined => {
  if (!isPress(event)) return undefined;
  const {above, context} = layoutOf(state, {...plainUi, ...size}, now);
  const name = fieldAtLine(sessionFields, state.form, {...context, line: event.row - above.length});
  return name === undefined ? undefined : {action: {kind: 'form', action: {kind: 'focus-field', name}}};
};

const SECOND_FACTOR = 'A second factor is required, which this console cannot give. Calls may be refused.';

const identityLines = (identity: Identity, {ui, now}: {ui: Ui; now: number}): string[] => {
  const {paint} = ui;
  const signedIn = paint('title', 'Signed in');
  const again = ` ${paint('muted', 'Sign in again below to change the gateway or the account.')}`;
  switch (identity.kind) {
    case 'anonymous':
      return [` ${paint('title', 'Sign in')}`];
    case 'api-token':
      return [` ${signedIn} with the API token that ends in ${sanitise(identity.fingerprint)}.`, again];
    case 'session': {
      const username = sanitise(identity.username);
      if (identity.endsAt <= now) {
        const ended = `The session of ${username} has ended. Sign in again below.`;
        return [` ${paint('status.error', truncate(ended, ui.columns - 2))}`];
      }
      const role = identity.role === undefined ? '' : `, role ${sanitise(identity.role)}`;
      return [
        truncate(` ${signedIn} as ${username}${role}.`, ui.columns - 1),
        ` The session ends in ${duration(identity.endsAt - now)}, at ${dateTime(identity.endsAt)}.`,
        ...(identity.needsSecondFactor ? [` ${paint('status.warn', SECOND_FACTOR)}`] : []),
        again,
      ];
    }
    default:
      return identity satisfies never;
  }
};
