import type {EncodedRequest} from './encode.ts';

/** Hides the given values where a gateway echoes them. Very short ones stay: hiding them would garble the text. */
export type Redact = (text: string) => string;

export const createRedact = (values: readonly string[]): Redact => {
  const hidden = values.flatMap(value => [value, JSON.stringify(value).slice(1, -1)]).filter(value => value.length > 3);
  return text => hidden.reduce((result, value) => result.replaceAll(value, '[secret]'), text);
};

/** The password of a login body: the one secret that travels in a body. */
export const bodySecrets = (request: EncodedRequest): string[] => {
  const body: unknown = request.body === undefined ? undefined : JSON.parse(request.body);
  const password = (body as {password?: unknown} | undefined)?.password;
  return typeof password === 'string' ? [password] : [];
};
