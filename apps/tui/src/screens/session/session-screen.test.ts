import type {Client} from '@edge-console/client';
import {describe, expect, test} from 'vitest';
import type {Connection, Identity} from '../../core/connection/connection.ts';
import {createWrites} from '../../core/connection/writes.ts';
import type {Env, Task} from '../../core/screen.ts';
import {setField, valuesOf} from '../../form/form.ts';
import {textField} from '../../form/text-field.ts';
import {type SessionAction, type SessionState, sessionFields, sessionInitial} from './session-form.ts';
import {sessionScreen} from './session-screen.ts';

const connectionAs = (identity: Identity): Connection => ({
  profile: 'edge.example.com',
  url: 'https://edge.example.com',
  consoleUrl: 'https://edge.example.com',
  tls: 'verified',
  identity,
  client: {} as Client,
  writes: createWrites({name: 'prod-eu', policy: 'write', now: () => 0}),
  trust: () => expect.fail(),
  resume: () => expect.fail(),
  withToken: () => expect.fail(),
});
const ann: Identity = {
  kind: 'session',
  username: 'ann',
  role: 'master',
  endsAt: 9e12,
  needsSecondFactor: false,
  loginOptions: {remember: false, plugin: 'Builtin'},
};
const failure = {code: 'envelope' as const, credentialRefused: false, message: 'incorrect login credentials', hint: ''};

const run = (state: SessionState, actions: readonly SessionAction[], connection?: Connection) => {
  const env: Env = {now: 1_000, size: {columns: 80, rows: 19}, connection};
  let tasks: readonly Task<SessionAction>[] = [];
  let next = state;
  for (const action of actions) [next, ...tasks] = sessionScreen.update(next, action, env);
  return {state: next, tasks};
};
const typed = (state: SessionState, values: Readonly<Record<string, string>>): SessionState => ({
  ...state,
  form: Object.entries(values).reduce((form, [name, value]) => setField(form, name, textField(value)), state.form),
});
const filled = typed(sessionInitial({url: 'https://edge.example.com', username: 'ann'}), {password: 'pass-5ecret'});
const byToken = typed(filled, {method: 'api-token', password: ''});

describe('entering', () => {
  test.each([
    [{}, 'url'],
    [{url: 'https://e'}, 'username'],
    [{url: 'https://e', username: 'ann'}, 'password'],
    [{url: 'https://e', username: 'ann', password: 'x'}, 'password'],
    [{url: 'https://e', method: 'api-token'}, 'token'],
  ])('with the form values %j, the session tab opens with the focus on the field %s', (given, focus) => {
    expect(run(sessionInitial(given), [{kind: 'enter'}]).state.form.focus).toBe(focus);
  });

  test('opening the session tab while signed in shows the identity and focuses no field', () => {
    const {state} = run(sessionInitial({}), [{kind: 'enter'}], connectionAs(ann));
    expect(state).toMatchObject({identity: ann, form: {focus: undefined}});
  });
});

describe('signing in', () => {
  test('a sign-in is sent only from a valid form, one at a time', () => {
    const first = run(filled, [{kind: 'submit'}]);
    expect(first.tasks).toMatchObject([{kind: 'effect', name: 'sign-in'}]);
    expect(run(first.state, [{kind: 'submit'}]).tasks).toEqual([]);
    const wrong = run(typed(filled, {url: 'edge'}), [{kind: 'submit'}]);
    expect(wrong.tasks).toEqual([]);
    expect(wrong.state.form.focus).toBe('url');
  });

  test('a refused sign-in keeps the username, and clears and focuses the password', () => {
    const {state} = run(filled, [{kind: 'submit'}, {kind: 'failed', failure}]);
    expect(valuesOf(state.form)).toMatchObject({username: 'ann', password: ''});
    expect(state).toMatchObject({work: {failure}, form: {focus: 'password'}});
    expect(run(byToken, [{kind: 'failed', failure}]).state.form.focus).toBe('token');
  });

  test('a sign-in clears the secrets of the form', () => {
    const secrets = {password: 'pass-5ecret', token: 'token-5ecret', consoleToken: 'console-5ecret'};
    const {state, tasks} = run(typed(filled, secrets), [
      {kind: 'signed-in', connection: connectionAs(ann), unsaved: undefined},
    ]);
    expect(JSON.stringify(state)).not.toContain('5ecret');
    expect(tasks).toMatchObject([
      {kind: 'connect'},
      {kind: 'flash', text: 'Signed in as ann.', hint: '{global.tab-error-logs} shows the error logs.'},
    ]);
  });
});

describe('the form', () => {
  const stage = {...connectionAs(ann), profile: 'stage', url: 'https://stage', consoleUrl: 'https://stage'};
  const prod = {...stage, profile: 'prod', url: 'https://prod', consoleUrl: 'https://console.prod', username: 'deploy'};

  test('the form of a new connection contains nothing that was typed for the old one', () => {
    const typedFor = typed(run(sessionInitial({}), [{kind: 'enter'}], stage).state, {password: 'pass-5ecret'});
    const {state, tasks} = run(typedFor, [{kind: 'submit'}], prod);
    expect(tasks).toEqual([]);
    const values = {url: 'https://prod', consoleUrl: 'https://console.prod', username: 'deploy', password: ''};
    expect(valuesOf(state.form)).toMatchObject(values);
    expect(valuesOf(run(typedFor, [{kind: 'enter'}], stage).state.form).password).toBe('pass-5ecret');
  });

  test('trusting a certificate submits the form as it was when asked, without later edits', () => {
    const sent = run(filled, [{kind: 'submit'}]).state.form;
    const edited = typed(filled, {url: 'http://elsewhere'});
    const {state} = run(edited, [{kind: 'trusted', sha256: 'ab', form: sent}]);
    expect(valuesOf(state.form).url).toBe('https://edge.example.com');
  });
});

describe('signing out', () => {
  const signedIn = run(filled, [{kind: 'signed-in', connection: connectionAs(ann), unsaved: undefined}]).state;

  test('the console continues with an anonymous connection after a sign-out', () => {
    const next = connectionAs({kind: 'anonymous'});
    const {state, tasks} = run(signedIn, [{kind: 'signed-out', connection: next}], connectionAs(ann));
    expect(state).toMatchObject({identity: {kind: 'anonymous'}, form: {focus: 'password'}});
    expect(tasks).toMatchObject([
      {kind: 'connect', connection: next},
      {kind: 'flash', text: 'Signed out.'},
    ]);
  });

  test('a sign-out is ignored while a sign-in is running', () => {
    const {tasks} = run(filled, [{kind: 'submit'}, {kind: 'sign-out'}]);
    expect(tasks).toEqual([]);
  });

  test('a sign-out that the gateway does not confirm still signs out, with a warning', () => {
    const actions: SessionAction[] = [{kind: 'sign-out'}, {kind: 'sign-out-failed', failure}];
    const {state, tasks} = run(signedIn, actions, connectionAs(ann));
    expect(state).toMatchObject({identity: {kind: 'anonymous'}, work: {failure}});
    expect(tasks).toMatchObject([
      {kind: 'connect', connection: {identity: {kind: 'anonymous'}}},
      {kind: 'flash', tone: 'warn'},
    ]);
  });
});

describe('the fields', () => {
  const problem = (name: string, value: string): string | undefined =>
    sessionFields.find(spec => spec.name === name)?.check?.(value, 0);
  test.each([
    ['url', '', 'needed'],
    ['url', 'edge.example.com', 'begins with http'],
    ['url', 'ftp://edge.example.com', 'begins with http'],
    ['url', 'https://ann:pw@edge.example.com', 'user or password'],
    ['url', 'https://edge.example.com/?a', 'without ?'],
    ['consoleUrl', 'nonsense', 'begins with http'],
    ['username', '', 'needed'],
    ['password', '', 'needed'],
    ['token', '', 'needed'],
  ])('the field %s refuses %j', (name, value, why) => expect(problem(name, value)).toContain(why));
  test.each([
    ['url', ' https://edge.example.com:8443/x '],
    ['url', 'http://127.0.0.1:1'],
    ['consoleUrl', ''],
    ['password', ' '],
  ])('the field %s accepts %j', (name, value) => expect(problem(name, value)).toBeUndefined());
  test('the secret fields of the session form are masked', () => {
    const masked = sessionFields.filter(spec => spec.kind === 'text' && spec.masked).map(spec => spec.name);
    expect(masked).toEqual(['password', 'token', 'consoleToken']);
  });
});
