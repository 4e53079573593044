import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {type Line, type Row, verdict} from '../../row.ts';

interface Bundle {
  readonly what: string;
  readonly code: string;
  /** kB; absent for packages of others. */
  readonly budget?: number;
}

const BUNDLES: readonly Bundle[] = [
  {what: '@edge-console/schema, everything, with zod', code: `export * from '@edge-console/schema';`, budget: 27},
  {
    what: '@edge-console/client, `createClient`, with got and zod',
    code: `import {createClient} from '@edge-console/client'; globalThis.client = createClient({baseUrl: 'http://h'});`,
    budget: 96,
  },
  {what: 'openai', code: `import OpenAI from 'openai'; globalThis.client = new OpenAI({apiKey: 'k'});`},
  {what: 'stripe', code: `import Stripe from 'stripe'; globalThis.client = new Stripe('k');`},
  {what: 'octokit', code: `import {Octokit} from 'octokit'; globalThis.client = new Octokit();`},
];

/** Bytes of a bundle, minified and gzipped. */
const sizeOf = async (code: string): Promise<number> => {
  const {outputFiles} = await build({
    stdin: {contents: code, resolveDir: fileURLToPath(new URL('.', import.meta.url))},
    ...{bundle: true, minify: true, write: false, format: 'esm', platform: 'node', logLevel: 'silent'},
  });
  return gzipSync(outputFiles[0]?.contents ?? '', {level: 9}).length;
};

const lineOf = async ({what, code, budget}: Bundle): Promise<Line> => {
  const size = (await sizeOf(code)) / 1000;
  return {
    what: `bundle of ${what}`,
    budget: budget === undefined ? '–' : `≤ ${budget} kB`,
    measured: `${size.toFixed(1)} kB`,
    against: '–',
    runs: '1',
    verdict: budget === undefined ? 'no budget' : verdict(size <= budget),
    note: 'esbuild, minified, gzipped',
  };
};

/** Sizes of bundles; other API clients for information. */
export const bundleSize: Row = {name: 'bundle-size', run: () => Promise.all(BUNDLES.map(lineOf))};
