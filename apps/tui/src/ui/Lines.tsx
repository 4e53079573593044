import {Box, Text} from 'ink';
import {createElement, memo} from 'react';
import {wrap} from '../text/wrap.ts';
import {type Ui, useUi} from './context.ts';

/** One row of text. The text must be sanitised. */
export const Line = memo(({text}: {text: string}) => {
  const {finish} = useUi();
  return <Text wrap="truncate">{text === '' ? ' ' : finish(text)}</Text>;
});

/** Draws lines. If `height` is given, cuts them or adds blank lines, to draw exactly `height` rows. */
export const Lines = ({lines, height}: {lines: readonly string[]; height?: number}) => {
  const shown = height === undefined ? lines : Array.from({length: height}, (_, at) => lines[at] ?? '');
  return <Rows rows={shown} />;
};

interface RowsProps {
  readonly rows: readonly string[];
}

const areEqual = ({rows: before}: RowsProps, {rows: after}: RowsProps): boolean =>
  before.length === after.length && before.every((row, at) => row === after[at]);

/**
 * Renders again only if a row changed. Rows are identified by position, so they have no key. A row must not be a
 * substring of a longer string: Ink caches thousands of rows, and each substring would keep its whole string in memory.
 */
const Rows = memo(
  ({rows}: RowsProps) =>
    createElement(Box, {flexDirection: 'column'}, ...rows.map(text => createElement(Line, {text}))),
  areEqual,
);

/** Returns the message of a failure and its hint, wrapped to lines of `cells` cells. */
export const failureLines = (
  failure: {readonly message: string; readonly hint: string},
  {ui, cells}: {ui: Ui; cells: number},
): string[] => [
  ...wrap(`! ${failure.message}`, cells).map(line => ` ${ui.paint('status.error', line)}`),
  ...(failure.hint === '' ? [] : wrap(ui.say(failure.hint), cells)).map(line => ` ${ui.paint('muted', line)}`),
];
