import type {IncomingMessage} from 'node:http';
import {tryParseJson} from '@edge-console/schema/values';
import {isSecretName, REDACTED, redactText} from '@edge-console/server/extension';

const MAX_BODY = 64 * 1024;

export const headersOf = ({headersDistinct}: Pick<IncomingMessage, 'headersDistinct'>): Record<string, string> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]));

/** Returns parsed JSON, or text if the body is not JSON or was cut. */
export const recordBody = (text: string, known: readonly string[]): unknown => {
  const json = tryParseJson(text);
  if (json === undefined) return redactLooseText(text, known).slice(0, MAX_BODY);
  const value = redactJson(json, known);
  const redacted = JSON.stringify(value);
  return redacted.length <= MAX_BODY ? value : redacted.slice(0, MAX_BODY);
};

// The recursion of deeper JSON could overflow the stack.
const MAX_DEPTH = 100;

const redactJson = (value: unknown, known: readonly string[], depth = 0): unknown => {
  if (typeof value === 'string') return redactText(value, known);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map(item => redactJson(item, known, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      redactText(name, known),
      isSecretName(name) && field !== null ? REDACTED : redactJson(field, known, depth + 1),
    ]),
  );
};

// A field in text that is not valid JSON, such as `"name": "value`.
const FIELD = /(["'])((?:[\w.-]|\\u[0-9a-f]{4})+)\1\s*:\s*("(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s,}\]]+)/gi;

const unescaped = (name: string): string =>
  name.replaceAll(/\\u([0-9a-f]{4})/gi, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

const redactLooseText = (text: string, known: readonly string[]): string =>
  redactText(
    text.replaceAll(FIELD, (field, quote: string, name: string) =>
      isSecretName(unescaped(name)) ? `${quote}${name}${quote}: ${quote}${REDACTED}${quote}` : field,
    ),
    known,
  );
