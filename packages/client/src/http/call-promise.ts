/** The response that carried the data of a call. */
export interface ResponseFacts {
  /** HTTP status. */
  readonly status: number;
  /** Headers as received, names in lower case. Untrusted and not redacted: a login may set a cookie. */
  readonly headers: Readonly<NodeJS.Dict<string | string[]>>;
  /** Response header `x-request-id`. */
  readonly requestId?: string;
  /** Attempt that succeeded, from 1. */
  readonly attempt: number;
  readonly timing: Timing;
}

/** Times of the attempt that succeeded. */
export interface Timing {
  readonly startedAt: Date;
  /** Milliseconds from the request sent to the first byte of the response. */
  readonly firstByte?: number;
  /** Milliseconds. */
  readonly total: number;
}

/** Data of a call with its response. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseFacts;
}

/** Promise of a call's data. Rejects with an {@link EdgeError}. */
export interface CallPromise<T> extends Promise<T> {
  /**
   * The data with status, headers and timing. Does not call again; rejects as the promise itself does.
   *
   * @example
   * const {data, response} = await client.errorLogs.list().withResponse();
   * console.log(data.items.length, response.status, response.timing.total);
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** Makes a {@link CallPromise} of a call whose data are mapped. */
export const callPromise = <R, T>(
  call: Promise<WithResponse<R>>,
  map: (data: R, response: ResponseFacts) => T,
): CallPromise<T> => {
  const mapped = call.then(({data, response}) => ({data: map(data, response), response}));
  const data = mapped.then(result => result.data);
  return Object.assign(data, {
    withResponse() {
      // The caller awaits `mapped` only: a rejection of `data` must not be reported as unhandled.
      data.catch(() => {});
      return mapped;
    },
  });
};

/** The same call with its data mapped. */
export const mapCall = <R, T>(call: CallPromise<R>, map: (data: R, response: ResponseFacts) => T): CallPromise<T> =>
  callPromise(call.withResponse(), map);
