import {isoText} from '../../../format/time.ts';
import {code, plain} from '../../../output/cell-text.ts';
import {sanitise} from '../../../text/sanitise.ts';
import type {Finding, Investigation} from '../investigate.ts';
import {alongsideOf, coverageWords, type FindingPart, findingParts, findingTitle, nothingWords} from './words.ts';

export const findingsText = (found: Investigation, form: 'text' | 'markdown'): string =>
  `${form === 'text' ? textLines(found).join('\n') : markdownBlocks(found).join('\n\n')}\n`;

const textLines = (found: Investigation): readonly string[] => [
  ...opening(found),
  ...found.findings.flatMap((finding, at) => [
    '',
    `${at + 1}. ${sanitise(findingTitle(finding, isoText))}`,
    ...partsOf(finding, found).flatMap(({title, lines}) => [
      `   ${title}`,
      ...lines.map(line => `     ${sanitise(line)}`),
    ]),
  ]),
];

const MARKDOWN_LINE: Readonly<Record<FindingPart['form'], (line: string) => string>> = {
  words: plain,
  log: code,
  link: url => `<${url}>`,
};

const markdownBlocks = (found: Investigation): readonly string[] => [
  '# Findings',
  ...opening(found),
  ...found.findings.flatMap((finding, at) => [
    `## ${at + 1}. ${plain(findingTitle(finding, isoText))}`,
    ...partsOf(finding, found).flatMap(({title, form, lines}) => [
      `**${title}**`,
      lines.map(line => `- ${MARKDOWN_LINE[form](line)}`).join('\n'),
    ]),
  ]),
];

const opening = ({range: {from, to}, coverage, findings}: Investigation): readonly string[] => [
  `${isoText(from)} to ${isoText(to)}: ${coverageWords(coverage)}.`,
  ...(findings.length === 0 ? [nothingWords(coverage)] : []),
];

const partsOf = (finding: Finding, {range, findings}: Investigation): readonly FindingPart[] =>
  findingParts(finding, {range, alongside: alongsideOf(finding, findings)}, {finding: isoText, entry: isoText});
