import type {Command} from '../../commands/command.ts';
import {formCommands, formTextTarget} from '../../commands/form-commands.ts';
import type {Screen} from '../../core/screen.ts';
import {sessionFields} from './fields.ts';
import {type SessionAction, type SessionState, sessionInitial} from './state.ts';
import {updateSession} from './update.ts';
import {SessionView} from './view.tsx';

const inForm = (state: SessionState): string | undefined =>
  state.form.focus === undefined ? 'no field has the focus; {session.next-field} enters the form' : undefined;

const commands: readonly Command<SessionState, SessionAction>[] = [
  {id: 'submit', title: 'Sign in', keys: ['enter'], group: 'Session', footer: 'sign in', action: {kind: 'submit'}},
  ...formCommands<SessionState, SessionAction>(action => ({kind: 'form', action}), inForm),
  {
    id: 'leave-form',
    title: 'Leave the form',
    keys: ['esc'],
    group: 'Form',
    footer: 'leave the form',
    action: {kind: 'leave-form'},
    disabledReason: inForm,
  },
  {
    id: 'sign-out',
    title: 'Sign out',
    keys: ['X'],
    group: 'Session',
    footer: 'sign out',
    action: {kind: 'sign-out'},
    disabledReason: state => (state.identity.kind === 'session' ? undefined : 'there is no session to end'),
  },
];

/** Signs in and out. */
export const sessionScreen: Screen<SessionState, SessionAction> = {
  title: 'Session',
  initial: sessionInitial({}),
  enter: {kind: 'enter'},
  update: updateSession,
  commands,
  textTarget: state => formTextTarget<SessionAction>(sessionFields, state.form, action => ({kind: 'form', action})),
  View: SessionView,
};
