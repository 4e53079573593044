import type {CopyIntent} from '../../core/screen.ts';
import {textDialog} from '../../dialogs/text-dialog.ts';
import {sanitise} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';

interface LineToCopy {
  readonly title: string;
  /** What the line is, for messages. */
  readonly what: string;
  readonly line: string;
  readonly notes: readonly string[];
}

/** Copies a line of shell, and shows it with notes and with what became of the copy. */
export const lineIntent = ({title, what, line, notes}: LineToCopy): CopyIntent => ({
  kind: 'copy',
  text: line,
  what,
  report: problem => {
    const outcome =
      problem === undefined
        ? 'It was sent to the clipboard of the terminal, which does not confirm it.'
        : `It was not copied. ${problem}`;
    const paragraphs = [outcome, ...notes];
    const lines = (cells: number) => [
      ...wrap(sanitise(line), cells),
      '',
      ...paragraphs.flatMap(paragraph => wrap(paragraph, cells)),
    ];
    return textDialog({title, closeKeys: [], lines: (_ui, cells) => lines(cells)});
  },
});
