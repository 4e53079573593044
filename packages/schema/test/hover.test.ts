import {spawn} from 'node:child_process';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {expect, onTestFinished, test} from 'vitest';
import type * as z from 'zod/mini';
import {FIELD_DOCS, type ObjectSchema} from '../src/docs.ts';
import {SHAPES} from '../src/json-schema.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'reports/hover');
const compiler = join(root, '../../node_modules/.bin/tsc');

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly result?: unknown;
}

/** Starts the language server of the TypeScript compiler, which editors use. */
const startLanguageServer = () => {
  const server = spawn(compiler, ['--lsp', '--stdio'], {stdio: ['pipe', 'pipe', 'ignore']});
  onTestFinished(() => void server.kill());
  const waiting = new Map<number | string, (result: unknown) => void>();
  let last = 0;
  let received = Buffer.alloc(0);
  const send = (message: object): void => {
    const text = JSON.stringify({jsonrpc: '2.0', ...message});
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const receive = ({id, method, result}: Message): void => {
    if (id === undefined) return;
    // The server also sends requests, which must be answered.
    if (method !== undefined) send({id, result: null});
    else waiting.get(id)?.(result);
  };
  server.stdout.on('data', chunk => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const head = received.indexOf('\r\n\r\n') + 4;
      const [, length] = /Content-Length: (\d+)/i.exec(received.toString('utf8', 0, head)) ?? [];
      const end = head + Number(length);
      if (head < 4 || !(received.length >= end)) return;
      receive(JSON.parse(received.toString('utf8', head, end)) as Message);
      received = received.subarray(end);
    }
  });
  return {
    notify: (method: string, params: object) => send({method, params}),
    request: (method: string, params: object): Promise<unknown> =>
      new Promise(resolve => {
        waiting.set(++last, resolve);
        send({id: last, method, params});
      }),
  };
};

/** A field of a type, and the documentation of its schema. */
interface Field {
  readonly type: string;
  readonly field: string;
  readonly description: string;
}

const types: [string, ObjectSchema][] = Object.entries({...SHAPES.read, ...SHAPES.request});
const fields: readonly Field[] = types.flatMap(([type, schema]) =>
  Object.entries(schema.shape).map(([field, of]) => ({type, field, description: descriptionOf(of)})),
);

function descriptionOf(schema: z.core.$ZodType): string {
  const {def} = (schema as z.core.$ZodTypes)._zod;
  const documented = FIELD_DOCS.get(schema)?.description;
  return documented ?? (def.type === 'optional' ? descriptionOf(def.innerType) : '');
}

test('an editor shows the documentation of every field, with its unit', async () => {
  const names = [...new Set(fields.map(({type}) => type))];
  const lines = fields.map(
    ({type, field}) => `export type ${type}_${field.replaceAll('-', '_')} = ${type}['${field}'];`,
  );
  const text = [`import type {${names.join(', ')}} from '@edge-console/schema';`, ...lines].join('\n');
  const uri = String(pathToFileURL(join(folder, 'main.ts')));
  await mkdir(folder, {recursive: true});
  await writeFile(join(folder, 'main.ts'), text);
  await writeFile(join(folder, 'tsconfig.json'), '{"compilerOptions": {"module": "nodenext"}, "files": ["main.ts"]}');

  const server = startLanguageServer();
  await server.request('initialize', {
    processId: process.pid,
    rootUri: String(pathToFileURL(folder)),
    capabilities: {},
  });
  server.notify('initialized', {});
  server.notify('textDocument/didOpen', {textDocument: {uri, languageId: 'typescript', version: 1, text}});
  const hovers = await Promise.all(
    fields.map(async ({field}, index) => {
      const position = {line: index + 1, character: (lines[index] ?? '').lastIndexOf(field) + 1};
      const hover = await server.request('textDocument/hover', {textDocument: {uri}, position});
      return String(Object(Object(hover).contents).value).replaceAll(/\s+/g, ' ');
    }),
  );
  expect(fields.length).toBeGreaterThan(50);
  const undocumented = fields.filter(({description}, index) => !hovers[index]?.includes(description));
  expect(undocumented.map(({type, field, description}) => `${type}.${field}: ${description}`)).toEqual([]);
  expect(hovers[fields.findIndex(({field}) => field === 'log_time')]).toContain('Unix seconds.');
});
