import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

/** A TypeScript code block of a document. */
export interface Recipe {
  /** Path of the document, and heading of the section. */
  readonly title: string;
  readonly code: string;
  /** What the code prints: the text block that follows it in the document; undefined if there is none. */
  readonly prints: string | undefined;
}

const root = join(import.meta.dirname, '../..');
/** Documents whose TypeScript blocks are recipes. */
export const DOCUMENTS = [
  'packages/client/README.md',
  'packages/client/docs/behaviour.md',
  'packages/client/docs/recipes.md',
  'packages/schema/README.md',
  'packages/conformance/README.md',
  'packages/generator/README.md',
  'packages/stores/README.md',
  'packages/test-tools/README.md',
  'apps/server/README.md',
];

/** Returns the text of the first code block in a language, such as `json`. */
export const blockOf = (markdown: string, kind: string): string =>
  new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'ms').exec(markdown)?.[1] ?? '';

// Runs before code that uses the `client` of an earlier block. Some blocks run until SIGINT, so this code emits SIGINT
// after each exchange with the gateway.
const PREAMBLE = `import {createClient} from '@edge-console/client';
const {BASE_URL = '', API_TOKEN = ''} = process.env;
const client = createClient({
  baseUrl: BASE_URL,
  auth: {kind: 'api-token', token: API_TOKEN},
  onExchange: () => process.emit('SIGINT'),
});
`;

export const readRecipes = async (): Promise<Recipe[]> => {
  const texts = await Promise.all(DOCUMENTS.map(file => readFile(join(root, file), 'utf8')));
  return texts.flatMap((text, at) =>
    text.split(/^## /m).flatMap(section =>
      [...section.matchAll(/(?<!`:\n\n)^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```)?/gms)].map(
        ([, code = '', prints]) => ({
          title: `${DOCUMENTS[at]}: ${section.split('\n')[0]}`,
          code: /\bclient\./.test(code) && !/createClient/.test(code) ? PREAMBLE + code : code,
          prints,
        }),
      ),
    ),
  );
};

/**
 * Writes each recipe as a file, and a program that runs all of them one after another. Resolves to the program's name.
 */
export const writeRecipes = async (recipes: readonly Recipe[], folder: string): Promise<string> => {
  const files = recipes.map((_, index) => `recipe-${index}.ts`);
  await Promise.all(
    recipes.map(({code}, index) => writeFile(join(folder, files[index] ?? ''), `${code}\nexport {};\n`)),
  );
  const runner = `for (const file of ${JSON.stringify(files)}) {
    console.log('==');
    await import('./' + file).catch(error => console.log(error));
  }`;
  await writeFile(join(folder, 'recipes.mjs'), runner);
  return 'recipes.mjs';
};
