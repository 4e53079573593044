import {z} from 'zod';
import {answerFault, headerValue} from './fault.ts';

/** Whole HTTP, and of its JSON only this part. */
export const truncated = answerFault('truncated', {keep: z.number().min(0).max(1).default(0.5)}, ({keep}, body) =>
  body.slice(0, Math.min(Math.floor(body.length * keep), body.length - 1)),
);

/** Another Content-Type, and another body where one is given: a proxy's page, say. */
export const contentType = answerFault(
  'content-type',
  {type: headerValue.default('text/html; charset=utf-8'), body: z.string().optional()},
  (fault, body, {reply}) => {
    reply.header('content-type', fault.type);
    return fault.body ?? body;
  },
);
