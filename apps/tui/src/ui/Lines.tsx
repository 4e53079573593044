import {Box, Text} from 'ink';
import {createElement, memo} from 'react';
import {wrap} from '../text/wrap.ts';
import {type Ui, useUi} from './context.ts';

/** One row of the screen. The text is already cut to the width and sanitised. */
export const Line = memo(({text}: {text: string}) => {
  const {finish} = useUi();
  return <Text wrap="truncate">{text === '' ? ' ' : finish(text)}</Text>;
});

/** Rows under each other; exactly `height` of them when it is given. */
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
 * What looks the same is not drawn again. A row is known by its place, so it has no key. The rows are never one text
 * that is split again: a part of a string keeps the whole of it, and Ink remembers some thousand rows.
 */
const Rows = memo(
  ({rows}: RowsProps) =>
    createElement(Box, {flexDirection: 'column'}, ...rows.map(text => createElement(Line, {text}))),
  lookTheSame,
);

/** What failed and what to do, wrapped. `ui/` knows no core types: any record of two texts will do. */
export const failureLines = (
  failure: {readonly message: string; readonly hint: string},
  {ui, cells, hinted = true}: {ui: Ui; cells: number; hinted?: boolean},
): string[] => [
  ...wrap(`! ${failure.message}`, cells).map(line => ` ${ui.paint('status.error', line)}`),
  ...(hinted && failure.hint !== '' ? wrap(ui.say(failure.hint), cells) : []).map(
    line => ` ${ui.paint('muted', line)}`,
  ),
];
