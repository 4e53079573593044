import {mkdir, writeFile} from 'node:fs/promises';
import manifest from '../package.json' with {type: 'json'};
import {jsonSchema, jsonSchemaNames, type Strictness} from '../src/json-schema.ts';
import {openApi} from '../src/openapi.ts';

// Writes openapi.json, which is committed, and dist/json-schema/<strictness>/<name>.json, which are published.
const write = (path: string, value: unknown): Promise<void> =>
  writeFile(new URL(`../${path}`, import.meta.url), `${JSON.stringify(value, null, 2)}\n`);

const STRICTNESSES: readonly Strictness[] = ['read', 'sent', 'request'];

await write('openapi.json', openApi(manifest.version));
for (const strictness of STRICTNESSES) {
  await mkdir(new URL(`../dist/json-schema/${strictness}/`, import.meta.url), {recursive: true});
  for (const name of jsonSchemaNames(strictness)) {
    await write(`dist/json-schema/${strictness}/${name}.json`, jsonSchema(strictness, name));
  }
}
