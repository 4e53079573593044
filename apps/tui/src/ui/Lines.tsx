import {Box, Text} from 'ink';
import {createElement, memo} from 'react';
import {useUi} from './context.ts';

/** One row of the screen. The text is already cut to the width and sanitised. */
export const Line = memo(({text}: {text: string}) => {
  const {finish} = useUi();
  return <Text wrap="truncate">{text === '' ? ' ' : finish(text)}</Text>;
});

/** Rows under each other; exactly `height` of them when it is given. */
export const Lines = ({lines, height}: {lines: readonly string[]; height?: number}) => {
  const shown = height === undefined ? lines : Array.from({length: height}, (_, at) => lines[at] ?? '');
  return <Rows text={shown.join('\n')} />;
};

/** Known by their text: what looks the same is not drawn again. A row is known by its place, so it has no key. */
const Rows = memo(({text}: {text: string}) => {
  const rows = text.split('\n').map(row => createElement(Line, {text: row}));
  return createElement(Box, {flexDirection: 'column'}, ...rows);
});
