import {mkdir, writeFile} from 'node:fs/promises';
import manifest from '../package.json' with {type: 'json'};
import {jsonSchema, jsonSchemaNames, type Strictness} from '../src/json-schema.ts';
import {openApi} from '../src/openapi.ts';
import {interfaces} from './render-interfaces.ts';

// Writes src/interfaces.ts and openapi.json, which are committed, and dist/json-schema/<strictness>/<name>.json.
const urlOf = (path: string): URL => new URL(`../${path}`, import.meta.url);
const write = (path: string, value: unknown): Promise<void> =>
  writeFile(urlOf(path), `${JSON.stringify(value, null, 2)}\n`);

const STRICTNESSES: readonly Strictness[] = ['read', 'sent', 'request'];

await writeFile(urlOf('src/interfaces.ts'), interfaces());
await write('openapi.json', openApi(manifest.version));
for (const strictness of STRICTNESSES) {
  await mkdir(urlOf(`dist/json-schema/${strictness}/`), {recursive: true});
  for (const name of jsonSchemaNames(strictness)) {
    await write(`dist/json-schema/${strictness}/${name}.json`, jsonSchema(strictness, name));
  }
}
