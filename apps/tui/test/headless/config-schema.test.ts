import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {configJsonSchema} from '../../src/cli/config/config-schema.ts';
import {sharedFolder} from '../support/folder.ts';
import {bin, plainEnv} from '../support/program.ts';
import {run} from './run-headless.ts';

const path = fileURLToPath(new URL('../../config.schema.json', import.meta.url));
const packageFile = fileURLToPath(new URL('../../package.json', import.meta.url));
const folder = sharedFolder('config-schema');

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

const undescribed = (schema: Schema, place: string): readonly string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(/^[A-Za-z].*\.$/.test(field.description ?? '') ? [] : [`${place}.${name}`]),
    ...undescribed(field, `${place}.${name}`),
  ]),
  ...[schema.additionalProperties, schema.items].flatMap(part =>
    typeof part === 'object' ? undescribed(part, `${place}.*`) : [],
  ),
];

test('config.schema.json matches the schema, which config schema prints', async () => {
  const text = `${JSON.stringify(configJsonSchema(), undefined, 2)}\n`;
  await expect(text).toMatchFileSnapshot(path);
  expect((await run(['config', 'schema'])).out).toBe(text);
});

test('the JSON Schema of the config describes every field, and permits comments', () => {
  const schema = configJsonSchema();
  expect(undescribed(schema as Schema, '')).toEqual([]);
  expect(schema).toMatchObject({allowComments: true, allowTrailingCommas: true, additionalProperties: false});
});

test('the package contains config.schema.json, which a new config file references', () => {
  expect(JSON.parse(readFileSync(packageFile, 'utf8')).files).toContain('config.schema.json');
  const env = {...plainEnv, XDG_CONFIG_HOME: folder};
  execFileSync(process.execPath, [bin, 'profiles', 'add', 'p', '--url', 'https://e'], {env, stdio: 'pipe'});
  const {$schema, ...config} = JSON.parse(readFileSync(join(folder, 'edge-console/config.json'), 'utf8'));
  expect(config).toEqual({version: 1, profiles: {p: {url: 'https://e'}}});
  expect(fileURLToPath($schema)).toBe(path);
});
