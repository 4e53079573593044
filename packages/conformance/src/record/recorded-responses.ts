import {type HttpResponse, isSuccess} from '../http/response.ts';
import type {Anonymiser} from './anonymise/anonymiser.ts';
import type {Exchange} from './observe.ts';

/**
 * A response that `edge-server --twin`, which imitates a recorded gateway, sends to each request of `operation` that
 * has all features in `features`, such as `token:unknown`.
 */
interface RecordedResponse {
  readonly operation: string;
  readonly features: readonly string[];
  /** If true, a request with further features does not get this response. */
  readonly exact?: true;
  readonly http: number;
  readonly type: string;
  readonly body: string;
}

// The reference server rejects requests with these features. If the gateway accepts one, its response is recorded.
const SURPRISES = /^(?:method|id|body|password|user:unknown)\b/;

export interface RecordedResponses {
  readonly responses: readonly RecordedResponse[];
  readonly accepted: Readonly<Record<string, readonly string[]>>;
}

/**
 * Records failures by their cause. The cause of a failure is each feature of the request, such as `token:unknown`, that
 * no successful request of the same operation has.
 */
export const collectResponses = (exchanges: readonly Exchange[], anonymiser: Anonymiser): RecordedResponses => {
  const responses = new Map<string, RecordedResponse>();
  const accepted: Record<string, readonly string[]> = {};
  for (const [operation, all] of Map.groupBy(exchanges, exchange => exchange.operation)) {
    const succeeded = all.filter(({response}) => isSuccess(response));
    const known = new Set(succeeded.flatMap(({features}) => features));
    const common = all[0]?.features.filter(name => all.every(({features}) => features.includes(name))) ?? [];
    accepted[operation] = [...known].sort();
    const add = (features: readonly string[], {response}: Exchange, exact = false): void => {
      const recorded = {
        operation,
        features,
        ...(exact && {exact}),
        ...recordedOf(response, anonymiser),
      } as RecordedResponse;
      const key = JSON.stringify([operation, features]);
      if (!responses.has(key)) responses.set(key, recorded);
    };
    for (const exchange of all) {
      const {features, response} = exchange;
      if (isSuccess(response)) {
        const odd = features.filter(
          name => SURPRISES.test(name) && !(operation === 'logout' && name === 'method:POST'),
        );
        if (odd.length > 0 || operation === 'admin' || operation === 'console') add(odd, exchange);
        continue;
      }
      const cause = features.filter(name => !(succeeded.length === 0 ? new Set(common) : known).has(name));
      if (cause.length > 0) add(cause, exchange);
      else if (!succeeded.some(other => sameSet(other.features, features))) add(features, exchange, true);
    }
    // If every request of the operation failed, the first response to valid credentials becomes the default response.
    const valid = all.find(({features}) => features.includes('token:valid') || features.includes('session:valid'));
    if (succeeded.length === 0 && valid) add([], valid);
  }
  return {responses: [...responses.values()], accepted};
};

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every(name => b.includes(name));

const TYPES =
  /^(?:application\/(?:problem\+)?json|text\/(?:html|plain|xml)|application\/xml)(?:; ?charset=(?:utf-8|us-ascii|iso-8859-1))?$/i;

/**
 * Returns `application/octet-stream` for an uncommon media type, because the media type may contain the name of a
 * company.
 */
export const typeOf = ({headers}: HttpResponse): string => {
  const type = String(headers['content-type'] ?? '');
  return TYPES.test(type) || type === '' ? type : 'application/octet-stream';
};

const recordedOf = (
  response: HttpResponse,
  {json, text}: Anonymiser,
): Pick<RecordedResponse, 'http' | 'type' | 'body'> => ({
  http: response.http,
  type: typeOf(response),
  body: response.json === undefined ? text(response.text, 'errors') : JSON.stringify(json(response.json, 'errors')),
});
