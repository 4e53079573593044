import {Box, Text} from 'ink';
import {createElement, memo} from 'react';
import {wrap} from '../text/wrap.ts';
import {type Ui, useUi} from './context.ts';

/** One row. The text is sanitised and cut to the width. */
export const Line = memo(({text}: {text: string}) => {
  const {finish} = useUi();
  return <Text wrap="truncate">{text === '' ? ' ' : finish(text)}</Text>;
});

/** Rows; exactly `height` of them if it is given. */
export const Lines = ({lines, height}: {lines: readonly string[]; height?: number}) => {
  const shown = height === undefined ? lines : Array.from({length: height}, (_, at) => lines[at] ?? '');
  return <Rows rows={shown} />;
};

interface RowsProps {
  readonly rows: readonly string[];
}

const lookTheSame = ({rows: before}: RowsProps, {rows: after}: RowsProps): boolean =>
  before.length === after.length && before.every((row, at) => row === after[at]);

/**
 * Renders again only if a row changed. Rows are identified by position, so they have no key. They are separate strings:
 * a substring keeps its whole string alive, and Ink caches thousands of rows.
 */
const Rows = memo(
  ({rows}: RowsProps) =>
    createElement(Box, {flexDirection: 'column'}, ...rows.map(text => createElement(Line, {text}))),
  lookTheSame,
);

/** Wrapped lines of a failure and, if `hinted`, its hint. */
export const failureLines = (
  failure: {readonly message: string; readonly hint: string},
  {ui, cells, hinted = true}: {ui: Ui; cells: number; hinted?: boolean},
): string[] => [
  ...wrap(`! ${failure.message}`, cells).map(line => ` ${ui.paint('status.error', line)}`),
  ...(hinted && failure.hint !== '' ? wrap(ui.say(failure.hint), cells) : []).map(
    line => ` ${ui.paint('muted', line)}`,
  ),
];
