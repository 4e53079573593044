import {type Command, inGroup} from '../../commands/command.ts';
import {formCommands, formTextTarget, updateForm} from '../../commands/form-commands.ts';
import type {Failure} from '../../core/failure.ts';
import {type Env, flash, type Next, type Screen} from '../../core/screen.ts';
import {trustDialog} from '../../dialogs/connection-dialogs.ts';
import {noWork, type Work} from '../../dialogs/work.ts';
import {checkForm, hasProblems, moveFocus, setField, shownFields} from '../../form/form.ts';
import {textField} from '../../form/text-field.ts';
import {
  accountOf,
  adopt,
  type SessionAction,
  type SessionState,
  sessionFields,
  sessionInitial,
  stateFor,
} from './session-form.ts';
import {pointedInSession, SessionView} from './session-view.tsx';
import {signIn, signOut} from './sign-in.ts';

const inForm = (state: SessionState): string | undefined =>
  state.form.focus === undefined ? 'no field has the focus; {session.next-field} enters the form' : undefined;

const inSession = ({identity}: SessionState): string | undefined =>
  identity.kind === 'session' ? undefined : 'there is no session to end';

const session = inGroup<SessionState, SessionAction>('Session');
const form = inGroup<SessionState, SessionAction>('Form', {disabledReason: inForm});

const commands: readonly Command<SessionState, SessionAction>[] = [
  session({id: 'submit', title: 'Sign in', keys: ['enter'], footer: 'sign in', action: {kind: 'submit'}}),
  ...formCommands<SessionState, SessionAction>(action => ({kind: 'form', action}), inForm),
  form({
    id: 'leave-form',
    title: 'Leave the form',
    keys: ['esc'],
    footer: 'leave the form',
    action: {kind: 'leave-form'},
  }),
  session({
    id: 'sign-out',
    title: 'Sign out',
    keys: ['X'],
    footer: 'sign out',
    action: {kind: 'sign-out'},
    disabledReason: inSession,
  }),
];

type Step = Next<SessionState, SessionAction>;

const updateSession = (before: SessionState, action: SessionAction, env: Env): Step => {
  const state = adopt(before, env.connection);
  switch (action.kind) {
    case 'enter':
      return [enter(state, env)];
    case 'form':
      return [{...state, form: updateForm(sessionFields, state.form, {action: action.action, now: env.now})}];
    case 'submit':
      return submit(state, env);
    case 'leave-form':
      return [{...state, form: {...state.form, focus: undefined}}];
    case 'sign-out':
      if (state.work.since !== undefined) return [state];
      return [
        {...state, work: {...noWork, since: env.now, progress: 'Signing out …'}},
        ...(env.connection === undefined ? [] : [signOut(env.connection)]),
      ];
    case 'signed-in':
      return signedIn(state, action);
    case 'signed-out':
      return [
        focusFirstEmpty(stateFor(action.connection, accountOf(state.form)), env),
        {kind: 'connect', connection: action.connection},
        flash('ok', 'Signed out.'),
      ];
    case 'sign-out-failed':
      return forgotten(state, action.failure, env);
    case 'untrusted': {
      const {failure, form, ...unknown} = action;
      // The password stays in the form until the operator has decided about the certificate.
      return [
        {...state, work: failedWork(failure)},
        trustDialog(unknown, (sha256): SessionAction => ({kind: 'trusted', sha256, form})),
      ];
    }
    case 'trusted':
      // Submit the form that the certificate question was about, because the operator may have edited the shown form
      // before the response.
      return submit({...state, form: action.form}, env, action.sha256);
    case 'failed':
      return [refused(state, action.failure)];
    default:
      return action satisfies never;
  }
};

const enter = (state: SessionState, env: Env): SessionState => {
  const identity = env.connection?.identity ?? {kind: 'anonymous'};
  return identity.kind === 'anonymous' ? focusFirstEmpty({...state, identity}, env) : {...state, identity};
};

const focusFirstEmpty = (state: SessionState, {now}: Env): SessionState => {
  const shown = shownFields(sessionFields, state.form).map(({name}) => name);
  const wanted = ['url', 'username', 'password', 'token'].filter(name => shown.includes(name));
  const focus = wanted.find(name => state.form.fields[name]?.value === '') ?? wanted.at(-1);
  const form = moveFocus(sessionFields, {...state.form, focus: undefined}, {by: 1, now});
  return {...state, form: {...form, focus}};
};

const submit = (state: SessionState, env: Env, pinSha256?: string): Step => {
  if (state.work.since !== undefined) return [state];
  const form = checkForm(sessionFields, state.form, env.now);
  if (hasProblems(form)) return [{...state, form}];
  const progress = form.fields.method?.value === 'account' ? 'Signing in …' : 'Trying the API token …';
  return [{...state, form, work: {...noWork, since: env.now, progress}}, signIn(form, env.connection, pinSha256)];
};

const signedIn = (state: SessionState, {connection, unsaved}: Extract<SessionAction, {kind: 'signed-in'}>): Step => {
  const {identity} = connection;
  const text = identity.kind === 'session' ? `Signed in as ${identity.username}.` : 'The API token works.';
  return [
    stateFor(connection, accountOf(state.form)),
    {kind: 'connect', connection},
    unsaved === undefined
      ? flash('ok', text, '{global.tab-error-logs} shows the error logs.')
      : flash('warn', `${text} The next start asks again: ${unsaved}`),
  ];
};

/** The hint for a refused credential names this screen, so it is removed. */
const failedWork = (failure: Failure): Work => ({
  ...noWork,
  failure: failure.credentialRefused ? {...failure, hint: ''} : failure,
});

/** After a failed logout, the client has discarded the session token nevertheless. */
const forgotten = (state: SessionState, failure: Failure, env: Env): Step => {
  const next = focusFirstEmpty({...state, work: failedWork(failure), identity: {kind: 'anonymous'}}, env);
  if (env.connection === undefined) return [next];
  return [
    next,
    {kind: 'connect', connection: {...env.connection, identity: {kind: 'anonymous'}}},
    flash('warn', 'Signed out here; the gateway did not confirm it.'),
  ];
};

const refused = (state: SessionState, failure: Failure): SessionState => {
  const byAccount = state.form.fields.method?.value === 'account';
  const form = byAccount ? setField(state.form, 'password', textField('')) : state.form;
  return {...state, form: {...form, focus: byAccount ? 'password' : 'token'}, work: failedWork(failure)};
};

export const sessionScreen: Screen<SessionState, SessionAction> = {
  title: 'Session',
  initial: sessionInitial({}),
  enter: {kind: 'enter'},
  pointed: pointedInSession,
  update: updateSession,
  commands,
  textTarget: state => formTextTarget<SessionAction>(sessionFields, state.form, action => ({kind: 'form', action})),
  View: SessionView,
};
