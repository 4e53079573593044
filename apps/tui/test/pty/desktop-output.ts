/** What a terminal shows outside of its cells. */
export interface Desktop {
  /** In order. Each has title and text, or only a text. */
  readonly notifications: readonly string[][];
  /** In order: a percentage, `busy` without one, or `none`. */
  readonly progress: readonly (number | 'busy' | 'none')[];
}

/** For tmux, each ESC of a wrapped sequence is doubled. */
const WRAPPED = /\u001BPtmux;((?:\u001B\u001B|[^\u001B])*)\u001B\\/g;
const OSC = /\u001B\](\d+);([^\u0007\u001B]*)(?:\u0007|\u001B\\)/g;

/** Parses a program's output as the outer terminal does, with or without tmux. */
export const desktopOf = (output: string): Desktop => {
  const notifications: string[][] = [];
  const progress: (number | 'busy' | 'none')[] = [];
  const received = output.replaceAll(WRAPPED, (_, inner: string) => inner.replaceAll('\u001B\u001B', '\u001B'));
  for (const [, number, text = ''] of received.matchAll(OSC)) {
    const [first = '', ...fields] = text.split(';');
    if (number === '9' && first === '4') {
      const [state, percent] = fields;
      progress.push(state === '0' ? 'none' : state === '3' ? 'busy' : Number(percent));
    } else if (number === '9') notifications.push([text]);
    else if (number === '777' && first === 'notify') notifications.push(fields);
    else if (number === '99') {
      const body = fields.join(';');
      if (first.split(':').includes('p=body')) notifications.at(-1)?.push(body);
      else notifications.push([body]);
    }
  }
  return {notifications, progress};
};
