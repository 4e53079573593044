import {dirname, join, normalize, relative} from 'node:path/posix';

export interface LinkContext {
  /** Path of the document in its package. */
  readonly file: string;
  /** Path of the package in the repository. */
  readonly folder: string;
  /** Paths of all files of the package. */
  readonly packed: ReadonlySet<string>;
  /** URL of the files of the released version, such as `https://github.com/owner/name/blob/v1.0.0`. */
  readonly base: string | undefined;
}

const LINK = /(?<!!)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/**
 * Makes the relative links of a Markdown document valid outside the repository. A link to a file of the package stays;
 * another one becomes a link to the repository, or its text if there is no `base`.
 */
export const packedLinks = (markdown: string, {file, folder, packed, base}: LinkContext): string =>
  markdown.replaceAll(LINK, (link, text: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return link;
    const [path = '', anchor] = target.split('#');
    const inRepository = normalize(join(folder, dirname(file), path));
    if (packed.has(relative(folder, inRepository))) return link;
    if (base === undefined) return text;
    return `[${text}](${base}/${inRepository}${anchor === undefined ? '' : `#${anchor}`})`;
  });
