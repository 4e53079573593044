import {useInput, usePaste, useStdin} from 'ink';
import {useEffect, useEffectEvent} from 'react';
import type {App} from '../app/app.ts';
import {functionKey, keyNames} from '../commands/key-name.ts';

/** The only listener for keys and pastes. */
export const Keys = ({app}: {app: App}) => {
  useInput((input, key) => {
    for (const name of keyNames(input, key)) app.press(name);
  });
  useFunctionKeys(name => app.press(name));
  usePaste(text => app.paste(text));
  return null;
};

/** `useInput` blanks function keys, so this reads the sequences from its event source. */
const useFunctionKeys = (pressed: (name: string) => void): void => {
  const {internal_eventEmitter: input} = useStdin() as ReturnType<typeof useStdin> & {
    readonly internal_eventEmitter: NodeJS.EventEmitter;
  };
  const listen = useEffectEvent((sequence: string) => {
    const name = functionKey(sequence);
    if (name !== undefined) pressed(name);
  });
  useEffect(() => {
    input.on('input', listen);
    return () => void input.off('input', listen);
  }, [input]);
};
