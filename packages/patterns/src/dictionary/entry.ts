/** Part of nginx that writes a message. */
export type Group = 'http' | 'proxy' | 'fastcgi' | 'ssl' | 'limit' | 'resolver' | 'cache' | 'core' | 'lua';

/**
 * A known message. In a template `<*>` is a value and `<**>` any number of tokens. With `action` the message may end in
 * ` while ` and one of `ACTIONS`, which makes it a pattern of its own.
 */
export type DictionaryEntry = {
  /** Stable across versions, such as `upstream-timed-out`. */
  readonly id: string;
  readonly group: Group;
  readonly template: string;
  readonly action: boolean;
};

/** Entries of a group from `[id, template]`; a template that ends in ` …` may be followed by an action. */
export const entries = (
  group: Group,
  templates: readonly (readonly [id: string, template: string])[],
): DictionaryEntry[] =>
  templates.map(([id, text]) => {
    const action = text.endsWith(' …');
    return {id, group, template: action ? text.slice(0, -2) : text, action};
  });

/** What nginx was doing (`log->action`), behind ` while `. */
export const ACTIONS: ReadonlySet<string> = new Set([
  'SSL handshaking',
  'SSL handshaking to upstream',
  'accepting new connection on <*>',
  'checking access',
  'closing request',
  'connecting to upstream',
  'keepalive',
  'logging request',
  'processing HTTP/2 connection',
  'processing HTTP/3 connection',
  'prereading client data',
  'proxying and reading from upstream',
  'proxying and sending to upstream',
  'proxying connection',
  'proxying upgraded connection',
  'reading PROXY protocol',
  'reading client pipelined request line',
  'reading client request body',
  'reading client request headers',
  'reading client request line',
  'reading response header from upstream',
  'reading upstream',
  'reading upstream status line from upstream',
  'returning text',
  'sending request to upstream',
  'sending response to client',
  'sending to client',
  'waiting for request',
]);
