/** Reports are also displayed in terminals. */
const visible = (text: string): string =>
  text.replaceAll(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** One line of Markdown without formatting. */
export const plain = (text: string): string =>
  visible(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`);

/** The delimiter has more backticks than any run of backticks in the text. */
export const code = (text: string): string => {
  const shown = visible(text).replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`) || '(empty)';
  const fence = '`'.repeat(longestRun(shown) + 1);
  return fence.length === 1 ? `${fence}${shown}${fence}` : `${fence} ${shown} ${fence}`;
};

export const fenced = (text: string): readonly string[] => {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}text`, visible(text), fence];
};

const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
