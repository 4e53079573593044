import {formKeys, formTextTarget} from '../../commands/form-keys.ts';
import type {Binding, Screen} from '../../core/screen.ts';
import type {Values} from '../../form/form.ts';
import {sessionFields} from './fields.ts';
import {type SessionAction, type SessionState, sessionInitial, updateSession} from './state.ts';
import {SessionView} from './view.tsx';

const inForm = (state: SessionState): string | undefined =>
  state.form.focus === undefined ? 'no field has the focus; Tab enters the form' : undefined;

const keys: readonly Binding<SessionState, SessionAction>[] = [
  {id: 'submit', keys: ['enter'], label: 'sign in', action: {kind: 'submit'}, footer: true},
  ...formKeys<SessionState, SessionAction>(action => ({kind: 'form', action}), inForm),
  {
    id: 'leave-form',
    keys: ['esc'],
    label: 'leave the form',
    action: {kind: 'leave-form'},
    footer: true,
    disabledReason: inForm,
  },
  {
    id: 'sign-out',
    keys: ['X'],
    label: 'sign out',
    action: {kind: 'sign-out'},
    footer: true,
    disabledReason: state => (state.identity.kind === 'session' ? undefined : 'there is no session to end'),
  },
];

/** Signing in and out. `given` fills the form: what the command line or the config said. */
export const sessionScreen = (given: Values): Screen<SessionState, SessionAction> => ({
  title: 'Session',
  initial: sessionInitial(given),
  enter: {kind: 'enter'},
  update: updateSession,
  keys,
  textTarget: state => formTextTarget<SessionAction>(sessionFields, state.form, action => ({kind: 'form', action})),
  View: SessionView,
});
