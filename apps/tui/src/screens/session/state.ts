import type {FormAction} from '../../commands/form-commands.ts';
import type {Connection, Identity} from '../../core/connection.ts';
import type {Certificate, Failure} from '../../core/failure.ts';
import {createForm, type Form, type Values} from '../../form/form.ts';
import {sessionFields} from './fields.ts';

export type Attempt =
  | {readonly kind: 'none'}
  | {readonly kind: 'running'; readonly what: string; readonly since: number}
  | {readonly kind: 'failed'; readonly failure: Failure};

export interface SessionState {
  readonly form: Form;
  readonly attempt: Attempt;
  readonly identity: Identity;
}

export type SessionAction =
  | {readonly kind: 'enter'}
  | {readonly kind: 'form'; readonly action: FormAction}
  | {readonly kind: 'submit'}
  | {readonly kind: 'leave-form'}
  | {readonly kind: 'sign-out'}
  | {readonly kind: 'signed-in'; readonly connection: Connection; readonly unsaved: string | undefined}
  | {readonly kind: 'signed-out'; readonly connection: Connection}
  | {readonly kind: 'sign-out-failed'; readonly failure: Failure}
  | {
      readonly kind: 'untrusted';
      readonly failure: Failure;
      readonly certificate: Certificate;
      readonly host: string;
      readonly pin: Connection['pin'];
    }
  | {readonly kind: 'trusted'; readonly sha256: string}
  | {readonly kind: 'failed'; readonly failure: Failure};

export const sessionInitial = (given: Values): SessionState => ({
  form: createForm(sessionFields, given),
  attempt: {kind: 'none'},
  identity: {kind: 'anonymous'},
});
