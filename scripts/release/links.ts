import {dirname, join, normalize, relative} from 'node:path/posix';

export interface LinkContext {
  /** Path in the package. */
  readonly file: string;
  /** Path in the repository. */
  readonly folder: string;
  readonly packed: ReadonlySet<string>;
  /** URL of the repository's files, such as `https://github.com/owner/name/blob/v1.0.0`. */
  readonly base: string | undefined;
}

const LINK = /(?<!!)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** A relative link to a file outside the package becomes a link to the repository, or plain text without a `base`. */
export const packedLinks = (markdown: string, {file, folder, packed, base}: LinkContext): string =>
  markdown.replaceAll(LINK, (link, text: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return link;
    const [path = '', anchor] = target.split('#');
    const inRepository = normalize(join(folder, dirname(file), path));
    if (packed.has(relative(folder, inRepository))) return link;
    if (base === undefined) return text;
    return `[${text}](${base}/${inRepository}${anchor === undefined ? '' : `#${anchor}`})`;
  });
