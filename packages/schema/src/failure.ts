import * as z from 'zod/mini';
import {field, MSG_DOC} from './docs.ts';

/** A failure as the reference server sends it. */
export const failureSent = z.object({
  status: field(z.int().check(z.refine(status => status !== 0)), {
    description:
      'Not 0. The reference server sends its HTTP status. Gateways send other values too, so branch on 0 only.',
    example: 401,
    not: {const: 0},
  }),
  msg: field(z.string(), {...MSG_DOC, example: 'incorrect login credentials'}),
});
export type Failure = z.infer<typeof failureSent>;
