import {execFile} from 'node:child_process';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';
import {REFERENCE, renderReference} from '../scripts/reference.ts';
import {serverProblem} from '../src/testing/start-test-server.ts';
import {makeCertificate} from './support/certificates.ts';
import {startGateway} from './support/gateway.ts';
import {serveProxy} from './support/proxy.ts';
import {MASTER_TOKEN, PASSWORD, seed} from './support/seed.ts';
import {answerJson, serveHttp} from './support/serve.ts';

interface Recipe {
  readonly title: string;
  readonly code: string;
  readonly prints: string;
}

const readRecipes = async (): Promise<Recipe[]> => {
  const page = await readFile(new URL('../docs/recipes.md', import.meta.url), 'utf8');
  return page
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const block = (kind: string): string =>
        new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? '';
      return {title: section.split('\n')[0] ?? '', code: block('js'), prints: block('text')};
    });
};

/** Environment of the recipes: the server over http and https, a proxy, and two faulty gateways. */
const startEnvironment = async (): Promise<Record<string, string>> => {
  const pems = await makeCertificate();
  const [plain, tls] = await Promise.all([startGateway({seed}), startGateway({seed, tls: pems})]);
  onTestFinished(async () => {
    await Promise.all([plain.stop(), tls.stop()]);
  });
  let busy = 0;
  return {
    BASE_URL: plain.url,
    TLS_URL: tls.url,
    TLS_FINGERPRINT: pems.fingerprint256,
    API_TOKEN: MASTER_TOKEN,
    USERNAME: 'ann',
    PASSWORD,
    PROXY_URL: `http://${(await serveProxy({to: plain.url})).host}`,
    SILENT_URL: await serveHttp(() => {}),
    BUSY_URL: await serveHttp((request, response) =>
      answerJson({status: busy === 0 ? 1 : 0}, busy++ === 0 ? 503 : 200)(request, response),
    ),
  };
};

/** Writes a script inside the package, where its own name resolves. */
const writeScript = async (name: string, code: string): Promise<string> => {
  const folder = new URL('../reports/docs/', import.meta.url);
  await mkdir(folder, {recursive: true});
  const file = fileURLToPath(new URL(name, folder));
  await writeFile(file, code);
  return file;
};

const runScript = (file: string, env: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [file], {env: {...process.env, ...env}});

/** Runs the recipes serially in one process. Gives what each printed, or the message of its error. */
const runRecipes = async (recipes: readonly Recipe[]): Promise<string[]> => {
  const files = await Promise.all(recipes.map(({code}, index) => writeScript(`recipe-${index}.mjs`, code)));
  const runner = `for (const file of ${JSON.stringify(files)}) {
    console.log('==');
    await import(file).catch(error => console.log(error.message));
  }`;
  const {stdout} = await runScript(await writeScript('recipes.mjs', runner), await startEnvironment());
  return stdout.split('==\n').slice(1);
};

test('each recipe prints what the page states', async () => {
  const recipes = await readRecipes();
  expect(recipes.length).toBeGreaterThan(10);
  const tooOld = serverProblem('>=24.15', process.versions.node);
  const expected = recipes.map(({title, code, prints}) =>
    tooOld && code.includes('/testing') ? [title, `${tooOld}\n`] : [title, prints],
  );
  const printed = await runRecipes(recipes);
  expect(recipes.map(({title}, index) => [title, printed[index]])).toEqual(expected);
});

test('the example of the README runs', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const gateway = await startGateway({seed});
  onTestFinished(gateway.stop);
  const env = {BASE_URL: gateway.url, API_TOKEN: MASTER_TOKEN};
  const {stdout, stderr} = await runScript(await writeScript('readme.mjs', example), env);
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toHaveLength(17);
  expect(stdout).toMatch(/^15 entries, ERROR or more severe\n1795000000 line 0\n/);
});

test('the reference matches the built package; `pnpm docs` regenerates it', async () => {
  expect(renderReference()).toBe(await readFile(REFERENCE, 'utf8'));
});

test('declarations and members have their docstrings', () => {
  const reference = renderReference();
  expect(reference).toContain('#### createClient\n\nCreates a client.');
  expect(reference).toContain('Throws `EdgeError` `invalid_request` for an invalid option.');
  expect(reference).toContain('#### CallOptions\n\nOptions of one call');
  expect(reference).toContain('Aborts the call and closes its socket.');
  expect(reference).toContain('#### startTestServer');
  expect(reference).toContain('- `Secret` of `@edge-console/schema`');
});
