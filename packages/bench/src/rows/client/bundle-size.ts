import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {type Line, type Measure, verdict} from '../../row.ts';

const BUNDLES = [
  {what: '@edge-console/schema, everything, with zod', code: `export * from '@edge-console/schema';`, budget: 27},
  {
    what: '@edge-console/client, `createClient`, with got and zod',
    code: `import {createClient} from '@edge-console/client'; globalThis.client = createClient({baseUrl: 'http://h'});`,
    budget: 96,
  },
];

const sizeOf = async (code: string): Promise<number> => {
  const {outputFiles} = await build({
    stdin: {contents: code, resolveDir: fileURLToPath(new URL('.', import.meta.url))},
    ...{bundle: true, minify: true, write: false, format: 'esm', platform: 'node', logLevel: 'silent'},
  });
  return gzipSync(outputFiles[0]?.contents ?? '', {level: 9}).length;
};

const lineOf = async ({what, code, budget}: (typeof BUNDLES)[number]): Promise<Line> => {
  const size = (await sizeOf(code)) / 1000;
  return {
    what: `bundle of ${what}`,
    budget: `≤ ${budget} kB`,
    measured: `${size.toFixed(1)} kB`,
    verdict: verdict(size <= budget),
    note: 'esbuild, minified, gzipped',
  };
};

export const bundleSize: Measure = () => Promise.all(BUNDLES.map(lineOf));
