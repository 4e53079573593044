import type {Base, Operation} from '@edge-console/schema';
import type * as z from 'zod/mini';

/** A request to a path that the contract does not list. */
export interface RequestInput {
  readonly method: Operation['method'];
  /**
   * Path from the base URL on, starting with `/`; its prefix is kept. `{name}` is replaced by `params.name`,
   * percent-encoded. No query, no `.` or `..` segment: the origin and the prefix cannot be left.
   */
  readonly path: string;
  /** Values of the `{name}` in `path`. */
  readonly params?: Readonly<Record<string, string | number>>;
  /**
   * Site and credential: `admin` is `baseUrl`, `console` is `consoleUrl`.
   *
   * @default 'admin'
   */
  readonly base?: Base;
  /** Values of sensitive names, such as `access_token`, are shown as `[secret]`. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** JSON object. Not with GET. Texts in it under sensitive names, such as `password`, are redacted in errors. */
  readonly body?: Readonly<Record<string, unknown>>;
  /**
   * What the call gives: `data` of the envelope, or the whole body, which may then be any JSON value. A numeric `status`
   * other than 0 in the body rejects with `envelope` either way.
   *
   * @default 'data'
   */
  readonly result?: 'data' | 'body';
}

/** A request whose result is validated and typed by a zod schema. */
export interface TypedRequestInput<T> extends RequestInput {
  readonly schema: z.core.$ZodType<T>;
}

/** Either form of the input. */
export type UntypedInput = RequestInput & {readonly schema?: z.core.$ZodType};
