/** What came with the data of an answer. */
export interface ResponseFacts {
  /** HTTP status. */
  readonly status: number;
  /** As received, names in lower case. Untrusted, and not redacted: a login may set a cookie. */
  readonly headers: Readonly<NodeJS.Dict<string | string[]>>;
  /** `x-request-id` of the answer. */
  readonly requestId?: string;
  /** The attempt that was answered; counts from 1. */
  readonly attempt: number;
  readonly timing: Timing;
}

/** Times of the attempt that was answered, in milliseconds. */
export interface Timing {
  readonly startedAt: Date;
  /** From the request sent to the first byte of the answer. */
  readonly firstByte?: number;
  readonly total: number;
}

/** The data of an answer, and what came with it. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseFacts;
}

/** A promise of the data that can also tell what came with it: `await client.errorLogs.list().withResponse()`. */
export interface CallPromise<T> extends Promise<T> {
  /** Does not call again. Rejects as the promise itself does. */
  withResponse(): Promise<WithResponse<T>>;
}

/** A call's promise of an answer, as `map` reads it. */
export const callPromise = <R, T>(answered: Promise<WithResponse<R>>, map: (data: R) => T): CallPromise<T> => {
  const mapped = answered.then(({data, response}) => ({data: map(data), response}));
  const data = mapped.then(answer => answer.data);
  return Object.assign(data, {
    withResponse() {
      // Whoever asks for more waits for `mapped` alone; a failure is told there.
      data.catch(() => {});
      return mapped;
    },
  });
};

/** The same call, with its data mapped. */
export const mapCall = <R, T>(call: CallPromise<R>, map: (data: R) => T): CallPromise<T> =>
  callPromise(call.withResponse(), map);
