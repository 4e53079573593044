import type {FastifyRequest} from 'fastify';
import * as z from 'zod';
import {decodeBody, decodeParams, parseJson} from '../http/requests/decode.ts';
import type {Controls} from '../options/server.ts';
import type {UserChangeInput, UserInput} from './users.ts';

/** Answers a control request with the `data` of its response. */
export type Handler = (request: FastifyRequest) => unknown;

const clockBody = z.strictObject({
  advance_ms: z.int().min(0).optional(),
  at: z.iso.datetime({offset: true, error: 'expected a time such as 2026-11-20T12:00:00Z'}).optional(),
});
const recurrenceBody = z.strictObject({count: z.int().min(1), log_time: z.int().min(0).optional()});

/** The clock, users and error-log entries. */
export const dataRoutes = ({clock, users, recordRecurrence}: Controls): Record<string, Handler> => ({
  'GET /clock': () => ({now: clock().getTime()}),
  'POST /clock': request => {
    const {at, advance_ms = 0} = decodeBody(clockBody, request.body) as z.output<typeof clockBody>;
    if (at !== undefined) clock.set(new Date(at));
    clock.advance(advance_ms);
    return {now: clock().getTime()};
  },
  'PATCH /error_logs/:id': request => {
    const {id = 0} = decodeParams(request.params as Record<string, string>);
    const {count, log_time} = decodeBody(recurrenceBody, request.body) as z.output<typeof recurrenceBody>;
    return recordRecurrence(id, {count, ...(log_time !== undefined && {log_time})});
  },
  'GET /users': () => users.list(),
  'POST /users': request => users.add(parseJson(String(request.body)) as UserInput),
  'PATCH /users/:username': request =>
    users.change(usernameOf(request.params), parseJson(String(request.body)) as UserChangeInput),
  'DELETE /users/:username': request => users.remove(usernameOf(request.params)),
});

const usernameOf = (params: unknown): string => (params as {username: string}).username;
