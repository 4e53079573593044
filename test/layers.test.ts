import {execFile} from 'node:child_process';
import {globSync, readdirSync, readFileSync, realpathSync} from 'node:fs';
import {copyFile, mkdir, writeFile} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import {promisify} from 'node:util';
import {beforeAll, describe, expect, it} from 'vitest';
import {sharedFolder} from '../apps/server/test/folder.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** A file, a module that it imports, and whether the layer rules allow the import. */
const cases: readonly (readonly [file: string, imported: string, allowed: boolean])[] = [
  ['packages/schema/src/a.ts', '@edge-console/client', false],
  ['packages/client/src/a.ts', '@edge-console/schema', true],
  ['packages/client/src/a.ts', '@edge-console/server', false],
  ['packages/client/src/a.ts', '@edge-console/test-tools', false],
  ['packages/client/src/a.ts', '@edge-console/patterns', false],
  ['packages/client/src/a.ts', '@edge-console/schema/values', true],
  ['apps/server/src/a.ts', '@edge-console/schema', true],
  ['apps/server/src/a.ts', '@edge-console/client', false],
  ['apps/server/src/a.ts', '@edge-console/schema/values', true],
  ['apps/server/src/a.ts', '@edge-console/generator', false],
  ['apps/server/src/a.ts', '@edge-console/stores', false],
  ['apps/server/src/a.ts', '@edge-console/test-tools', false],
  ['apps/server/src/http/a.ts', '@edge-console/schema', true],
  ['apps/server/src/http/a.ts', '@edge-console/generator', false],
  ['apps/server/src/http/a.ts', './route.ts', true],
  ['apps/server/src/http/a.ts', '../store/store.ts', true],
  ['apps/server/src/store/a.ts', '../seed/load-seed.ts', false],
  ['apps/server/src/trust/a.ts', '../create-server.ts', false],
  ['apps/server/src/site.ts', './create-server.ts', false],
  ['apps/server/src/site.ts', './http/app.ts', true],
  ['packages/generator/src/a.ts', '@edge-console/schema', false],
  ['packages/generator/src/a.ts', '@edge-console/server', false],
  ['packages/generator/src/import/a.ts', '@edge-console/server/store', true],
  ['packages/generator/src/demo/live.ts', '@edge-console/server', false],
  ['packages/generator/src/demo/create-demo.ts', '@edge-console/server', true],
  ['packages/patterns/src/a.ts', '@edge-console/schema', false],
  ['packages/test-tools/src/a.ts', '@edge-console/server/extension', true],
  ['packages/test-tools/src/a.ts', '@edge-console/server', true],
  ['packages/test-tools/src/a.ts', '@edge-console/client', false],
  ['packages/test-tools/src/a.ts', '@edge-console/stores', false],
  ['packages/stores/src/a.ts', '@edge-console/server/store', true],
  ['packages/stores/src/a.ts', '@edge-console/server', false],
  ['packages/stores/src/a.ts', '@edge-console/schema', false],
  ['packages/conformance/src/a.ts', '@edge-console/schema', true],
  ['packages/conformance/src/a.ts', '@edge-console/server', false],
  ['packages/conformance/src/a.ts', '@edge-console/stores', false],
  ['packages/conformance/src/a.ts', '@edge-console/patterns', false],
  ['packages/conformance/src/record/anonymise/a.ts', '@edge-console/patterns', true],
  ['packages/conformance/src/record/anonymise/a.ts', '@edge-console/client', false],
  ['apps/tui/src/headless/a.ts', '../screens/tokens/token-columns.ts', true],
  ['apps/tui/src/headless/a.ts', '../run/console.ts', false],
  ['apps/tui/src/headless/a.ts', 'ink', false],
  ['apps/tui/src/credentials/a.ts', '../root/frame.ts', false],
  ['apps/tui/src/text/a.ts', './wrap.ts', true],
  ['apps/tui/src/text/a.ts', '../core/list.ts', false],
  ['apps/tui/src/terminal/a.ts', '../core/screen.ts', false],
  ['apps/tui/src/ui/a.ts', '../text/width.ts', true],
  ['apps/tui/src/ui/a.ts', '../core/screen.ts', false],
  ['apps/tui/src/ui/a.ts', '@edge-console/client', false],
  ['apps/tui/src/ui/a.ts', '../list/list-screen.ts', false],
  ['apps/tui/src/form/a.ts', '../commands/command.ts', false],
  ['apps/tui/src/commands/a.ts', '../form/form.ts', true],
  ['apps/tui/src/commands/a.ts', '../core/screen.ts', false],
  ['apps/tui/src/core/a.ts', '../commands/command.ts', true],
  ['apps/tui/src/core/a.ts', '../list/list-screen.ts', false],
  ['apps/tui/src/core/a.ts', '../app/create-app.ts', false],
  ['apps/tui/src/dialogs/a.ts', '../app/create-app.ts', false],
  ['apps/tui/src/app/a.ts', '../dialogs/help.ts', true],
  ['apps/tui/src/app/a.ts', '../screens/registry.ts', false],
  ['apps/tui/src/core/a.ts', '../ui/Lines.tsx', false],
  ['apps/tui/src/core/a.ts', '../screens/registry.ts', false],
  ['apps/tui/src/core/a.ts', '@edge-console/client', true],
  ['apps/tui/src/list/a.ts', '../core/screen.ts', true],
  ['apps/tui/src/list/a.ts', '../dialogs/confirm-dialog.ts', true],
  ['apps/tui/src/list/a.ts', '../screens/registry.ts', false],
  ['apps/tui/src/list/a.ts', '../root/frame.ts', false],
  ['apps/tui/src/dialogs/a.ts', '../list/list-screen.ts', false],
  ['apps/tui/src/dialogs/a.ts', '../screens/tokens/expiry.ts', false],
  ['apps/tui/src/screens/tokens/a.ts', './expiry.ts', true],
  ['apps/tui/src/screens/tokens/a.ts', '../../core/screen.ts', true],
  ['apps/tui/src/screens/tokens/a.ts', '../session/session-form.ts', false],
  ['apps/tui/src/screens/tokens/a.ts', '../registry.ts', false],
  ['apps/tui/src/screens/tokens/a.ts', '../../root/Root.tsx', false],
  ['apps/tui/src/screens/error-logs/entries/a.ts', '../model/log-rows.ts', true],
  ['apps/tui/src/screens/error-logs/entries/a.ts', '../../../ui/table.ts', true],
  ['apps/tui/src/screens/error-logs/entries/a.ts', '../../tokens/token-list.ts', false],
  ['apps/tui/src/screens/agents.ts', './tokens/token-list.ts', false],
  ['apps/tui/src/screens/agents.ts', '../list/loaded/loaded-screen.ts', true],
  ['apps/tui/src/screens/registry.ts', './tokens/token-list.ts', true],
  ['apps/tui/src/root/a.ts', '../screens/tokens/token-list.ts', false],
  ['apps/tui/src/main.ts', './screens/registry.ts', true],
  ['apps/tui/src/main.ts', './screens/tokens/token-list.ts', false],
  ['apps/tui/src/screens/tokens/a.ts', '../../list/list-screen.ts', true],
  ['apps/tui/src/run/a.ts', '@edge-console/server', false],
  ['apps/tui/src/run/a.ts', '../screens/tokens/token-list.ts', false],
  ['apps/tui/src/cli/demo.ts', '@edge-console/generator/demo', true],
  ['apps/tui/src/run/a.ts', '@edge-console/generator/demo', false],
];

/**
 * Writes files with the imports of all cases, and returns the indices of the cases that the linter refuses. Each import
 * is on a line of its own, so that the line number of an error identifies the case.
 */
const refusedCases = async (tree: string): Promise<readonly number[]> => {
  const numbersByFile = new Map<string, number[]>();
  cases.forEach(([file], number) => {
    numbersByFile.set(file, [...(numbersByFile.get(file) ?? []), number]);
  });
  for (const [file, numbers] of numbersByFile) {
    await mkdir(dirname(join(tree, file)), {recursive: true});
    const imports = numbers.map(number => `import {a${number}} from '${cases[number]?.[1]}';\n`);
    const uses = numbers.map(number => `a${number}();\n`);
    await writeFile(join(tree, file), `${imports.join('')}\n${uses.join('')}`);
  }
  const options = ['--only=style/noRestrictedImports', '--vcs-enabled=false', '--max-diagnostics=none'];
  const biome = join(root, 'node_modules/.bin/biome');
  const {stdout} = await run(biome, ['lint', ...options, '--reporter=github', '.'], {cwd: tree}).catch(
    (error: {stdout: string}) => error,
  );
  return [...stdout.matchAll(/^::error title=lint.style.noRestrictedImports,file=([^,]*),line=(\d+)/gm)].map(
    ([, file = '', line]) => {
      const number = numbersByFile.get(relative(tree, file))?.[Number(line) - 1];
      if (number === undefined) throw new Error(`No case is at ${file}:${line}.`);
      return number;
    },
  );
};

/** Returns the paths of the files that a source file imports by a relative path. */
const importsOf = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)].map(([, imported = '']) =>
    join(dirname(path), imported),
  );

describe('layer rules of biome.json', () => {
  const tree = sharedFolder('layers');
  let refused: readonly number[];
  beforeAll(async () => {
    await copyFile(join(root, 'biome.json'), join(tree, 'biome.json'));
    refused = await refusedCases(realpathSync(tree));
  });

  it.each(cases.map(([file, imported, allowed], number) => ({file, imported, allowed, number})))(
    'biome.json allows $file to import $imported: $allowed',
    ({allowed, number}) => {
      expect(!refused.includes(number)).toBe(allowed);
    },
  );
});

describe('folders of the console', () => {
  const source = join(root, 'apps/tui/src');
  /** The folders of each row of the table in docs/ARCHITECTURE.md, from the lowest layer. */
  const rows = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8')
    .split("## The console's folders")[1]
    ?.split('\n## ', 1)[0]
    ?.match(/^\| `.*?(?= \|)/gm)
    ?.map(cell => [...cell.matchAll(/`([a-z.]+)/g)].map(([, name = '']) => name));
  const layers = new Map(rows?.flatMap((folders, layer) => folders.map(folder => [folder, layer] as const)));
  const folderOf = (path: string): string => relative(source, path).split('/', 1)[0] ?? '';

  it('docs/ARCHITECTURE.md lists every folder of the console', () => {
    expect([...layers.keys()].toSorted()).toEqual(readdirSync(source).toSorted());
  });

  it('a folder of the console imports only folders above it in docs/ARCHITECTURE.md', () => {
    const wrong = globSync('**/*.{ts,tsx}', {cwd: source, exclude: ['**/*.test.*']}).flatMap(file => {
      const path = join(source, file);
      return importsOf(path)
        .map(folderOf)
        .filter(folder => (layers.get(folder) ?? 0) > (layers.get(folderOf(path)) ?? 0))
        .map(folder => `${file} imports ${folder}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('folders of one folder', () => {
  /** The imports from one folder to another of the same folder, by their paths. */
  const folderImports = new Map<string, Set<string>>();
  for (const file of globSync('{apps,packages}/*/src/**/*.{ts,tsx}', {cwd: root, exclude: ['**/*.test.*']})) {
    for (const imported of importsOf(join(root, file))) {
      const [from, to] = [file, relative(root, imported)].map(path => path.split('/')) as [string[], string[]];
      const depth = from.findIndex((name, at) => name !== to[at]) + 1;
      if (depth === 0 || depth >= from.length || depth >= to.length) continue;
      const folder = from.slice(0, depth).join('/');
      folderImports.set(folder, (folderImports.get(folder) ?? new Set()).add(to.slice(0, depth).join('/')));
    }
  }
  const reachable = (start: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const add = (folder: string): void => {
      for (const next of folderImports.get(folder) ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        add(next);
      }
    };
    add(start);
    return found;
  };

  it('folders of one folder do not import each other in a circle', () => {
    expect([...folderImports.keys()].filter(folder => reachable(folder).has(folder))).toEqual([]);
  });

  it('the folders of screens/error-logs import only log-state.ts of the files directly in screens/error-logs', () => {
    const screen = join(root, 'apps/tui/src/screens/error-logs');
    const files = globSync('*/**/*.{ts,tsx}', {cwd: screen, exclude: ['**/*.test.*']});
    const imported = files.flatMap(file => importsOf(join(screen, file))).filter(path => dirname(path) === screen);
    expect([...new Set(imported)].map(path => relative(screen, path))).toEqual(['log-state.ts']);
  });
});
