import {cellWidth, truncate} from '../text/width.ts';
import type {Ui} from './context.ts';
import {type Link, linkWords} from './link-words.ts';

/** Data from somewhere else, with the failure that kept it from being fresh. */
export type LinkWithFailure = Link & {readonly failure?: {readonly message: string}};

/** What a pane shows on the left, how fresh it is on the right; a failed refresh says why in between. */
export const statusLine = (summary: string, link: LinkWithFailure, {ui, now}: {ui: Ui; now: number}): string => {
  const {paint, glyphs, columns} = ui;
  const right = linkWords(link, {now, paint});
  const room = columns - cellWidth(summary) - cellWidth(right) - 8;
  const why =
    link.kind === 'stale' && link.failure !== undefined
      ? truncate(link.failure.message, Math.max(0, room), {ellipsis: glyphs.ellipsis})
      : '';
  const middle = why === '' ? '' : `   ${paint('status.error', why)}`;
  const gap = Math.max(1, columns - 2 - cellWidth(summary) - cellWidth(middle) - cellWidth(right));
  return ` ${summary}${middle}${' '.repeat(gap)}${right}`;
};
