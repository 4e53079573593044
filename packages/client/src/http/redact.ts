import type {EncodedRequest} from './encode.ts';
import type {SafeHeaders} from './observer.ts';

/** Replaces secrets that a gateway echoes. */
export type Redact = (text: string) => string;

/** Redacts the given values. Values of up to 3 characters stay: replacing them would garble the text. */
export const createRedact = (values: readonly string[]): Redact => {
  const secrets = values.filter(value => value.length > 3);
  // Escaped forms are made on use: a successful call has no text to redact.
  return text => secrets.flatMap(escapedForms).reduce((result, form) => result.replaceAll(form, '[secret]'), text);
};

// An echo may be JSON inside JSON text, escaped once per level, or part of a URL.
const escapedForms = (value: string): string[] => {
  const forms = [value];
  for (let form = value; forms.length < 4; forms.push(form)) form = JSON.stringify(form).slice(1, -1);
  return [...forms, encodeURIComponent(value.toWellFormed())];
};

/** Secrets in a request body: the password of a login. */
export const bodySecrets = (request: EncodedRequest): string[] => {
  const body: unknown = request.body === undefined ? undefined : JSON.parse(request.body);
  const password = (body as {password?: unknown} | undefined)?.password;
  return typeof password === 'string' ? [password] : [];
};

const SENSITIVE = /^(api-token|edge-token|authorization|proxy-authorization|cookie|set-cookie|www-authenticate)$/i;

/** Headers for observers: sensitive ones replaced as a whole, the others redacted. */
export const safeHeaders = (headers: NodeJS.Dict<string | string[]>, redact: Redact): SafeHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SENSITIVE.test(name) ? '[secret]' : redact(String(value))]),
  );
