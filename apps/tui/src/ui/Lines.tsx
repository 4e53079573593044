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

/** Ink caches thousands of rows, so the texts must not be slices, which keep the whole string in memory in V8. */
export const Lines = memo(({lines, height}: {lines: readonly string[]; height?: number}) => {
  const shown = height === undefined ? lines : Array.from({length: height}, (_, at) => lines[at] ?? '');
  return createElement(Box, {flexDirection: 'column'}, ...shown.map(text => createElement(Line, {text})));
}, isDeepStrictEqual);

type Sentences = {readonly message: string; readonly hint: string};

export const failureLines = ({message, hint}: Sentences, {ui, cells}: {ui: Ui; cells: number}): string[] => [
  ...wrap(`! ${message}`, cells).map(line => ` ${ui.paint('status.error', line)}`),
  ...(hint === '' ? [] : wrap(ui.say(hint), cells)).map(line => ` ${ui.paint('muted', line)}`),
];
