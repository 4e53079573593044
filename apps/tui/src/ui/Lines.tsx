import {Box, Text} from 'ink';
import {createElement, memo} from 'react';
import {wrap} from '../text/wrap.ts';
import {type Ui, useUi} from './context.ts';

/** A row. Its text must be sanitised. */
export const Line = memo(({text}: {text: string}) => {
  const {finish} = useUi();
  return <Text wrap="truncate">{text === '' ? ' ' : finish(text)}</Text>;
});

/** Draws exactly `height` rows if it is given. */
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
 * Renders again only if a row changed. Rows are identified by position, so they have no key. They must not be substrings,
 * which keep the whole string in memory, because Ink caches thousands of rows.
 */
const Rows = memo(
  ({rows}: RowsProps) =>
    createElement(Box, {flexDirection: 'column'}, ...rows.map(text => createElement(Line, {text}))),
  areEqual,
);

/** Wrapped lines of a failure, with its hint. */
export const failureLines = (
  failure: {readonly message: string; readonly hint: string},
  {ui, cells}: {ui: Ui; cells: number},
): string[] => [
  ...wrap(`! ${failure.message}`, cells).map(line => ` ${ui.paint('status.error', line)}`),
  ...(failure.hint === '' ? [] : wrap(ui.say(failure.hint), cells)).map(line => ` ${ui.paint('muted', line)}`),
];
