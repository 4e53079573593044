export interface ResponseFacts {
  /** HTTP status. */
  readonly status: number;
  /** Headers as received, by lower-case name: untrusted, not redacted, and perhaps with a session cookie. */
  readonly headers: Readonly<NodeJS.Dict<string | string[]>>;
  /** Response header `x-request-id`. */
  readonly requestId?: string;
  /** Number of the attempt that succeeded, from 1. */
  readonly attempt: number;
  readonly timing: Timing;
}

export interface Timing {
  readonly startedAt: Date;
  /** Milliseconds from the end of the request to the first byte. */
  readonly firstByte?: number;
  /** Milliseconds from `startedAt` until the response was read and validated. */
  readonly total: number;
}

export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseFacts;
}

/** Promise of a call's data. Rejects with an {@link EdgeError}. */
export interface CallPromise<T> extends Promise<T> {
  /**
   * Resolves to data, status, headers and timing, without another request. Rejects with the error of this promise.
   *
   * @example
   * const {data, response} = await client.errorLogs.list().withResponse();
   * console.log(data.items.length, response.status, response.timing.total);
   */
  withResponse(): Promise<WithResponse<T>>;
}

export const callPromise = <R, T>(
  call: Promise<WithResponse<R>>,
  map: (data: R, response: ResponseFacts) => T,
): CallPromise<T> => {
  const mapped = call.then(({data, response}) => ({data: map(data, response), response}));
  const data = mapped.then(result => result.data);
  return Object.assign(data, {
    withResponse() {
      // Node.js would report a rejection of `data`, which the caller does not await, as unhandled.
      data.catch(() => {});
      return mapped;
    },
  });
};

export const mapCall = <R, T>(call: CallPromise<R>, map: (data: R, response: ResponseFacts) => T): CallPromise<T> =>
  callPromise(call.withResponse(), map);
