import {EdgeError} from './errors.ts';

/** An option that is of no use; found before any call. */
export const refusal = (option: string, problem: string): EdgeError =>
  new EdgeError(`The option ${option} cannot be used: it ${problem}.`, {
    code: 'invalid_request',
    method: '',
    path: '',
    attempt: 0,
    retryable: false,
  });
