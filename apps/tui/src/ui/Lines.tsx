import {isDeepStrictEqual} from 'node:util';
import {Box, Text} from 'ink';
import {createElement, memo} from 'react';
import {wrap} from '../text/wrap.ts';
import {type Ui, useUi} from './context.ts';

/** The text must be sanitised. */
export const Line = memo(({text}: {text: string}) => {
  const {finish} = useUi();
  return <Text wrap="truncate">{text === '' ? ' ' : finish(text)}</Text>;
});

export const Lines = ({lines, height}: {lines: readonly string[]; height?: number}) => {
  const shown = height === undefined ? lines : Array.from({length: height}, (_, at) => lines[at] ?? '');
  return <Rows rows={shown} />;
};

type RowsProps = {rows: readonly string[]};

/** Ink caches thousands of rows, so the texts must not be slices, which keep the whole string in memory in V8. */
const Rows = memo(
  ({rows}: RowsProps) =>
    createElement(Box, {flexDirection: 'column'}, ...rows.map(text => createElement(Line, {text}))),
  isDeepStrictEqual,
);

export const failureLines = (
  failure: {readonly message: string; readonly hint: string},
  {ui, cells}: {ui: Ui; cells: number},
): string[] => [
  ...wrap(`! ${failure.message}`, cells).map(line => ` ${ui.paint('status.error', line)}`),
  ...(failure.hint === '' ? [] : wrap(ui.say(failure.hint), cells)).map(line => ` ${ui.paint('muted', line)}`),
];
