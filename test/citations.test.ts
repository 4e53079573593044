import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {CHECKS} from '@edge-console/conformance';
import {describe, expect, it} from 'vitest';

const root = join(import.meta.dirname, '..');
const TEXT = /\.(ts|tsx|mjs|js|json|md|yaml|sh|py)$/;

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const CITATION = /(?<![\w/.-])docs\/[\w/-]+\.md(?:#[\w-]*\w)?/g;
const OLD_FORM = /\bcontract ["“][a-z][^"”]*["”]|\b(field )?facts? \d+/gi;

/** Returns the anchors of a Markdown document: those that GitHub makes of its headings, and the ids of `<a id>`. */
const anchorsOf = (markdown: string): Set<string> => {
  const prose = markdown.replaceAll(/^```.*?^```/gms, '');
  const headings = [...prose.matchAll(/^#+ +(.*)$/gm)].map(([, heading = '']) => slugOf(heading));
  const ids = [...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...ids]);
};

const slugOf = (heading: string): string =>
  heading
    .replaceAll(/<[^>]+>|\]\([^)]*\)/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Whether a path, relative to the root, exists. If it is Markdown, the anchor must exist too. */
const resolves = (path: string, anchor: string | undefined): boolean => {
  const target = join(root, path);
  if (!existsSync(target)) return false;
  if (!anchor || !path.endsWith('.md')) return true;
  return anchorsOf(readFileSync(target, 'utf8')).has(anchor);
};

/** Returns the citations and relative links of a file whose target does not exist, as written in the file. */
const brokenIn = (file: string, text: string): string[] => {
  const isMarkdown = file.endsWith('.md');
  const links = isMarkdown ? [...text.matchAll(LINK)].map(([, target = '']) => target) : [];
  const cited = [...(isMarkdown ? text.replaceAll(LINK, '') : text).matchAll(CITATION)].map(([citation]) => citation);
  return [
    ...links
      .filter(target => !/^[a-z]+:/.test(target))
      .filter(target => {
        const [path = '', anchor] = target.split('#');
        return !resolves(path === '' ? file : normalize(join(dirname(file), path)), anchor);
      }),
    ...cited.filter(citation => {
      const [path = '', anchor] = citation.split('#');
      // In a file of a package, `docs/` may also be the `docs` folder of that package.
      const places = ['', ...(/^(apps|packages)\/[^/]+\//.exec(file)?.slice(0, 1) ?? [])];
      return !places.some(place => resolves(place + path, anchor));
    }),
  ];
};

/** Returns the texts in a file that cite a section by its title or a field fact by its number, without a link. */
const oldFormsIn = (file: string, text: string): string[] => {
  const prose = file.endsWith('.md') ? text.replaceAll(LINK, '') : text;
  return [...prose.replaceAll(/\s*\n[\s*/]*/g, ' ').matchAll(OLD_FORM)].map(([form]) => form);
};

const files = execFileSync('git', ['ls-files', '-z'], {cwd: root, encoding: 'utf8'})
  .split('\0')
  .filter(file => TEXT.test(file) && existsSync(join(root, file)))
  // This test file is left out, because it has wrong citations as examples.
  .filter(file => file !== 'test/citations.test.ts')
  .map(file => ({file, text: readFileSync(join(root, file), 'utf8')}));

describe('citations of the repository', () => {
  it('every citation and every link between documents has an existing target', () => {
    const broken = files.flatMap(({file, text}) => brokenIn(file, text).map(citation => `${file}: ${citation}`));
    expect(broken).toEqual([]);
  });

  it('no file cites a section by its title or a field fact by its number without a link', () => {
    const old = files.flatMap(({file, text}) => oldFormsIn(file, text).map(form => `${file}: ${form}`));
    expect(old).toEqual([]);
  });

  it('every conformance check cites a section that exists', () => {
    const broken = CHECKS.filter(({citation}) => brokenIn('a.ts', citation).length > 0 || !citation.includes('#'));
    expect(CHECKS.length).toBeGreaterThan(100);
    expect(broken.map(({id, citation}) => `${id}: ${citation}`)).toEqual([]);
  });

  it('docs/field-facts.md has an anchor for each of the 25 facts', () => {
    const numbers = Array.from({length: 25}, (_, at) => `field-facts.md#${at + 1}`);
    expect(numbers.flatMap(target => brokenIn('docs/index.md', `[x](${target})`))).toEqual([]);
  });
});

describe('check of citations', () => {
  it.each([
    ['a.ts', '// docs/nowhere.md', ['docs/nowhere.md']],
    ['a.ts', '// docs/contract.md#nowhere.', ['docs/contract.md#nowhere']],
    ['a.ts', '(docs/field-facts.md#99)', ['docs/field-facts.md#99']],
    ['packages/client/src/a.ts', 'docs/recipes.md docs/contract.md#login', []],
    ['apps/tui/src/a.ts', 'docs/missing.md', ['docs/missing.md']],
    ['docs/a.md', '[a](contract.md#login) [b](https://example.com/#x) [c](#top)', ['#top']],
    ['docs/a.md', '[a](contract.md#nowhere) [b](../nowhere.ts)', ['contract.md#nowhere', '../nowhere.ts']],
  ])('the check of citations reports only citations without an existing target in %s: %s', (file, text, expected) => {
    expect(brokenIn(file, text)).toEqual(expected);
  });

  it.each([
    ['a.ts', '/** (contract "API tokens") */', ['contract "API tokens"']],
    ['a.ts', '/**\n * field\n * fact 13 */', ['field fact 13']],
    ['a.ts', '// fact 7 and facts 8 to 9', ['fact 7', 'facts 8']],
    ['a.md', 'as fact 7 says', ['fact 7']],
    ['a.md', 'as [fact 7](field-facts.md#7) says', []],
    ['a.ts', 'an artifact 7, the contract says "x"', []],
  ])('the check of citations reports only citations that are not links in %s: %s', (file, text, expected) => {
    expect(oldFormsIn(file, text)).toEqual(expected);
  });

  it('the check of citations computes the anchors of headings in the same way as GitHub', () => {
    const markdown = '# Error log entry\n## `page_size`, the *rest*\n## <a id="8"></a>8. Count\n```\n# code\n```\n';
    expect([...anchorsOf(markdown)]).toEqual(['error-log-entry', 'page_size-the-rest', '8-count', '8']);
  });
});
