import type {CallPromise} from '@edge-console/client/types';
import type {ApiToken} from '@edge-console/schema';
import {isEdgeError} from '../failure.ts';
import type {Connection, Identity} from './connection.ts';

/** One line of the journal. Contains no secrets. */
export interface Change {
  /** Start of the request in UTC, as ISO 8601. Also the id of the change. */
  readonly time: string;
  readonly profile: string;
  readonly url: string;
  readonly account: string;
  /** The command-line command for this change, such as `tokens edit`, even if the change was made on a screen. */
  readonly command: string;
  readonly subject: Subject;
  readonly from?: TokenFields;
  readonly to?: TokenFields;
  /** `unknown`: no valid response arrived, so the gateway may have made the change. */
  readonly outcome: 'done' | 'failed' | 'unknown';
  readonly error?: string;
  readonly requestId?: string;
  /** The `time` of the change that this one reverts. */
  readonly undoes?: string;
}

export interface Subject {
  readonly kind: 'token' | 'session';
  readonly id?: number;
  readonly name?: string;
  readonly user?: number;
}

export type TokenFields = Partial<Pick<ApiToken, 'name' | 'expire'>>;

export interface Journal {
  /** Never rejects. The first failure is reported to the listener of `onProblem`. */
  append(change: Change): Promise<void>;
  read(): Promise<readonly Change[]>;
  /** The listener is called at most once, with the reason why a change could not be recorded. */
  onProblem(listener: (problem: string) => void): void;
}

export const memoryJournal = (): Journal => {
  const changes: Change[] = [];
  return {
    append: async change => void changes.unshift(change),
    read: async () => [...changes],
    onProblem: () => undefined,
  };
};

type Draft<T> = Pick<Change, 'command' | 'subject' | 'from' | 'to' | 'undoes'> & {
  readonly account?: string;
  /** Returns properties of the changed object that are known only from the response, such as the id of a new token. */
  readonly learned?: (data: T) => Partial<Subject>;
};

/** All changes must use this function. Records nothing if the request was not sent. */
export const recorded = async <T>(
  {profile, url, identity, journal}: Pick<Connection, 'profile' | 'url' | 'identity' | 'journal'>,
  {command, subject, account = accountOf(identity), learned, ...fields}: Draft<T>,
  call: () => CallPromise<T> | Promise<T>,
): Promise<T> => {
  const time = new Date().toISOString();
  const append = (end: Pick<Change, 'outcome' | 'error' | 'requestId'>, data?: T): Promise<void> | undefined =>
    journal?.append({
      ...{time, profile, url, account, command},
      subject: data === undefined ? subject : {...subject, ...learned?.(data)},
      ...fields,
      ...end,
    });
  try {
    const started = call();
    const {data, response} = 'withResponse' in started ? await started.withResponse() : {data: await started};
    await append({outcome: 'done', ...requestIdOf(response)}, data);
    return data;
  } catch (error) {
    if (isEdgeError(error) && error.attempt === 0) throw error;
    const isLost = isEdgeError(error) && error.outcomeUnknown === true;
    const code = isEdgeError(error) ? error.code : 'defect';
    await append({outcome: isLost ? 'unknown' : 'failed', error: code, ...requestIdOf(error)});
    throw error;
  }
};

const requestIdOf = (source: unknown): Pick<Change, 'requestId'> => {
  const {requestId} = Object(source) as {requestId?: string};
  return requestId === undefined ? {} : {requestId};
};

const accountOf = (identity: Identity): string => {
  switch (identity.kind) {
    case 'session':
      return identity.username;
    case 'api-token':
      return `API token …${identity.fingerprint}`;
    case 'anonymous':
      return '';
    default:
      return identity satisfies never;
  }
};
