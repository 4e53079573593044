import type {Answer} from '../http/answer.ts';
import type {Site} from '../http/send.ts';
import type {Call} from './context.ts';

/** Puts a call into HTTP, with the headers of whoever calls. */
export const exchange = (
  site: Site,
  {method = 'GET', path, query, body, contentType = 'application/json; charset=utf-8'}: Call,
  identity: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const text = body && ('json' in body ? JSON.stringify(body.json) : body.text);
  return site.send({
    method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: {...identity, ...(text !== undefined && contentType !== null && {'content-type': contentType})},
    ...(text !== undefined && {body: text}),
  });
};
