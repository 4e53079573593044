import {isIPv4, isIPv6} from 'node:net';
import {createMiner} from '@edge-console/patterns';
import {isObject} from '../../http/response.ts';
import type {Keyed} from './keyed.ts';

type Kind = 'id' | 'address' | 'host' | 'number' | 'word' | 'name';

export type Replaced = Readonly<Record<string, Readonly<Partial<Record<Kind, number>>>>>;

export interface Anonymiser {
  text(text: string, field: string): string;
  json(value: unknown, field: string): unknown;
  name(name: string): string;
  report(): Replaced;
}

// These words identify no deployment, so they are not replaced.
const KEPT_TEXTS = [
  'GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT HTTP HTTPS TCP UDP TLS SSL DNS URI URL IP UNIX stream',
  'nginx openresty lua libc openssl pcre zlib luajit master worker usr sbin bin etc var lib opt log local run tmp proc',
  'master admin user operator readonly global true false null',
  'stderr emerg alert crit error warn notice info debug',
  'context client server login request subrequest upstream host referrer bytes from to request_id id while in',
  'lua entry thread coroutine stack traceback runtime error',
  'Connection refused timed out reset by peer aborted No such file or directory Permission denied route to host',
  'Broken pipe Too many open files Resource temporarily unavailable Address already in use Network is unreachable',
  'incorrect login credentials login successful logged in out failed failure success ok',
  'the a an is are was not no of and or for with on at be must should has have this that it been there can cannot',
  'invalid unknown unexpected missing required expired valid wrong bad found exist exists does allowed denied forbidden',
  'unauthorized unauthenticated unavailable internal gateway service too many requests method path parameter parameters',
  'query body header headers field fields value values type text number integer whole string object list empty expected',
  'status code message msg err error data meta count total page page_size size limit offset start end level time name',
  'token tokens session sessions user users password username credential credentials agent agents application',
  'applications api API-Token edge-token send sent JSON received please try again later account one more least',
  'kind pid pgid exe cwd cmd line online created modified unix uid 2fa remember plugin Builtin process processes port ports',
  'version detail count src node type app req start end',
  'html head title body h1 h2 center hr p br div pre span DOCTYPE public W3C DTD EN lang charset utf',
];

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];

const KEPT_WORDS: ReadonlySet<string> = new Set(KEPT_TEXTS.flatMap(wordsOf));

const FILE_NAME = /\.(?:lua|conf|html?|php|js|css|json|xml|txt|log|sock|pid|pem|crt|key|png|jpe?g|gif|ico|svg)$/i;

// Longer numbers may identify something, such as an account.
const SHORT_NUMBER = /^\d{1,5}$/;
const PIECES = new RegExp(
  [
    // Account names are replaced even if their words are common ones.
    /(?<user>(?<=user ")[^"]+)/u,
    // UUIDs, request ids and MAC addresses.
    /(?<id>(?<![\p{L}\p{N}])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}|[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5})(?![\p{L}\p{N}]))/u,
    /(?<address>(?<![\p{L}\p{N}:.])(?:\d{1,3}(?:(?:\.\d{1,3}){3}|(?:-\d{1,3}){3})(?![\p{L}\p{N}.])|[0-9a-f]*:[0-9a-f:]*:[0-9a-f.]*))/u,
    /(?<version>(?<![\p{L}\p{N}.])\d{1,5}(?:\.\d{1,5}){1,3}[a-z]?(?![\p{L}\p{N}]))/u,
    /(?<host>(?<![\p{L}\p{N}])(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+)/u,
    /(?<encoded>\\x[0-9a-f]{2}|%[0-9a-f]{2}|&#x?[0-9a-f]{1,6};)/u,
    /(?<word>[\p{L}\p{M}\p{N}_]+)/u,
  ]
    .map(({source}) => source)
    .join('|'),
  'giu',
);
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
// These escapes are punctuation and control characters. Others may encode letters of a name.
const KEPT_ESCAPES = /^(?:\\x(?:22|5c|0a|0d|09)|%(?:20|22|25|26|2b|2c|2f|3a|3d|3f|5b|5d))$/i;
const KEPT_ADDRESSES = /^(?:0\.0\.0\.0|127\.\d+\.\d+\.\d+|::1?)$/;

export const createAnonymiser = (keyed: Keyed): Anonymiser => {
  const miner = createMiner();
  const seen = new Map<string, Map<Kind, Set<string>>>();
  const note = (field: string, kind: Kind, text: string): void => {
    const kinds = seen.get(field) ?? new Map<Kind, Set<string>>();
    seen.set(field, kinds.set(kind, (kinds.get(kind) ?? new Set()).add(text)));
  };

  const messageWords = (line: string): ReadonlySet<string> => {
    const pattern = miner.pattern(miner.add(line));
    return new Set(pattern?.known === undefined ? [] : wordsOf(pattern.template));
  };

  const replaceText = (text: string, field: string): string => {
    const kept = messageWords(text);
    const replaced = (kind: Kind, original: string, result: string): string => {
      note(field, kind, original);
      return result;
    };
    const word = (original: string): string => {
      const lower = original.toLowerCase();
      if (KEPT_WORDS.has(lower) || kept.has(lower) || SHORT_NUMBER.test(original)) return original;
      if (/^\d+$/.test(original)) return replaced('number', original, keyed.digits(original));
      return replaced('word', original, keyed.word(original));
    };
    const words = (original: string): string => original.replaceAll(WORDS, word);
    const host = (original: string): string => {
      if (FILE_NAME.test(original)) {
        const dot = original.lastIndexOf('.');
        return words(original.slice(0, dot)) + original.slice(dot);
      }
      const name = original.toLowerCase();
      return replaced('host', name, `${keyed.word(name.slice(0, 6))}-${keyed.word(`${name}.`)}.example`);
    };
    return text.replaceAll(PIECES, (...found) => {
      const {user, id, address, version, host: name, encoded} = found.at(-1) as Record<string, string | undefined>;
      const original = found[0] as string;
      if (user !== undefined) return user.replaceAll(WORDS, part => replaced('word', part, keyed.word(part)));
      if (id !== undefined) return replaced('id', id, keyed.hex(id));
      const dotted = address?.replaceAll('-', '.') ?? '';
      if (KEPT_ADDRESSES.test(dotted)) return original;
      if (isIPv6(dotted)) return replaced('address', original, keyed.ipv6(original));
      if (isIPv4(dotted)) {
        const made = keyed.ipv4(dotted);
        return replaced('address', dotted, dotted === original ? made : made.replaceAll('.', '-'));
      }
      if (version !== undefined) return version;
      if (name !== undefined) return host(name);
      if (encoded !== undefined)
        return KEPT_ESCAPES.test(encoded) ? encoded : replaced('word', encoded, keyed.word(encoded));
      return words(original);
    });
  };

  // Responses repeat rows, and messages in them.
  const replacements = new Map<string, string>();
  const text = (original: string, field: string): string => {
    const key = `${field}\0${original}`;
    const replacement = replacements.get(key) ?? replaceText(original, field);
    replacements.set(key, replacement);
    return replacement;
  };

  const name = (original: string): string => {
    const words = original.match(WORDS) ?? [];
    if (words.every(word => KEPT_WORDS.has(word.toLowerCase()))) return original;
    note('names of fields', 'name', original);
    return original.replaceAll(WORDS, word => keyed.word(word));
  };

  const json = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return text(value, field);
    if (typeof value === 'number') return Number(String(value).replaceAll(/\d{6,}/g, run => text(run, field)));
    if (Array.isArray(value)) return value.map(item => json(item, field));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [name(key), json(item, field)]));
  };

  const report = (): Replaced =>
    Object.fromEntries(
      [...seen]
        .sort()
        .map(([field, kinds]) => [field, Object.fromEntries([...kinds].map(([k, set]) => [k, set.size]))]),
    );
  return {text, json, name, report};
};
