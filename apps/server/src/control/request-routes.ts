import * as z from 'zod';
import {decodeUrlQuery} from '../http/requests/decode.ts';
import {assertKnown} from '../journal/matchable.ts';
import type {RequestQuery} from '../journal/record.ts';
import {MAX_WAIT_MS} from '../journal/wait.ts';
import type {Controls} from '../options/server.ts';
import type {Handler} from './data-routes.ts';

const requestQuery = z.strictObject({
  method: z.string().optional(),
  path: z.string().startsWith('/').optional(),
  operation: z.string().optional(),
  status: z.int().optional(),
  credential: z.enum(['api-token', 'session']).optional(),
  state: z.enum(['active', 'answered']).optional(),
  violations: z.enum(['none', 'some']).optional(),
  limit: z.int().min(0).optional(),
  /** Deadline in ms. */
  wait: z.int().min(0).max(MAX_WAIT_MS).optional(),
  count: z.int().min(1).optional(),
});

/** Recorded requests. With `wait`, the response is sent once there are `count` of them. */
export const requestRoutes = (controls: Controls): Record<string, Handler> => ({
  'GET /requests': async request => {
    const sent = request.query as Record<string, string>;
    assertKnown(Object.keys(sent), Object.keys(requestQuery.shape));
    const query = decodeUrlQuery(requestQuery, sent);
    const {wait: timeoutMs, count, ...others} = query as z.output<typeof requestQuery>;
    const filter = others as RequestQuery;
    if (timeoutMs === undefined) return controls.requests(filter);
    await controls.waitForRequest(filter, {timeoutMs, count});
    return controls.requests({state: 'answered', ...filter});
  },
  'DELETE /requests': () => controls.forgetRequests(),
});
