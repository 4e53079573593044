import type {EncodedRequest} from './encode.ts';
import type {SafeHeaders} from './events.ts';

/** Hides the given values where a gateway echoes them. Very short ones stay: hiding them would garble the text. */
export type Redact = (text: string) => string;

// The forms are made on use: a call that succeeds has no text to redact.
export const createRedact = (values: readonly string[]): Redact => {
  const secrets = values.filter(value => value.length > 3);
  return text => secrets.flatMap(escapedForms).reduce((result, form) => result.replaceAll(form, '[secret]'), text);
};

// An echo may be JSON in a text in JSON: each layer escapes once more. In a URL it is escaped another way.
const escapedForms = (value: string): string[] => {
  const forms = [value];
  for (let form = value; forms.length < 4; forms.push(form)) form = JSON.stringify(form).slice(1, -1);
  return [...forms, encodeURIComponent(value.toWellFormed())];
};

/** The password of a login body: the one secret that travels in a body. */
export const bodySecrets = (request: EncodedRequest): string[] => {
  const body: unknown = request.body === undefined ? undefined : JSON.parse(request.body);
  const password = (body as {password?: unknown} | undefined)?.password;
  return typeof password === 'string' ? [password] : [];
};

const SENSITIVE = /^(api-token|edge-token|authorization|proxy-authorization|cookie|set-cookie|www-authenticate)$/i;

/** Headers for an observer: what may hold a credential is hidden whole, the rest where it repeats one. */
export const safeHeaders = (headers: NodeJS.Dict<string | string[]>, redact: Redact): SafeHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SENSITIVE.test(name) ? '[secret]' : redact(String(value))]),
  );
