import {render, Text, useApp, useInput, usePaste, useWindowSize} from 'ink';
import {createElement, type FC} from 'react';
import {installLifecycle, type Lifecycle, type LifecycleOptions} from '../../src/terminal/lifecycle.ts';
import {runProgram} from '../../src/terminal/program.ts';

type Suspend = LifecycleOptions['suspendTerminal'];
type ScreenProps = {onSuspendReady(suspend: Suspend): void};

let suspendTerminal: Suspend | undefined;
const lifecycle: Lifecycle = installLifecycle({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  unmount: () => app.unmount(),
  suspendTerminal: async () => {
    if (suspendTerminal === undefined) throw new Error('not mounted');
    return suspendTerminal();
  },
  exit: code => process.exit(code),
});

const {LENT: lent = '', ...env} = process.env;
const throwLater = () => {
  throw new Error('thrown \u001B[2J');
};

/** A full-screen program with a key for each way to exit. */
const Screen: FC<ScreenProps> = ({onSuspendReady}) => {
  const {suspendTerminal: suspend} = useApp();
  const {rows} = useWindowSize();
  onSuspendReady(() => suspend());
  usePaste(() => {});
  useInput((input, key) => {
    if (key.ctrl && input === 'z') void lifecycle.suspend();
    else if (input === 'l')
      void lifecycle.lend(() => runProgram({argv: ['bash', '-c', lent], env, output: 'terminal'}));
    else if (input === 'q') lifecycle.quit(0);
    else if (input === 't') setImmediate(throwLater);
    else if (input === 'r') void Promise.reject(new Error('rejected'));
    else if (input === 'o') void Promise.reject({token: 'hidden'});
  });
  return createElement(Text, null, Array.from({length: rows - 1}, (_, y) => `row ${y + 1} of ${rows - 1}`).join('\n'));
};

const app = render(
  createElement(Screen, {
    onSuspendReady: (suspend: Suspend) => {
      suspendTerminal = suspend;
    },
  }),
  {alternateScreen: true, incrementalRendering: true, exitOnCtrlC: false, interactive: true},
);
