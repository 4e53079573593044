import {sanitiseLines} from '../text/sanitise.ts';

const textOf = (error: unknown): string => {
  if (error instanceof Error) return error.stack ?? `${error.name}: ${error.message}`;
  // Anything else may be an object that carries a token, so its content is not shown.
  return typeof error === 'string' ? error : `a thrown ${error === null ? 'null' : typeof error}`;
};

/** A crash for stderr: message and stack, safe for a terminal. Causes and own properties are left out: they can hold secrets. */
export const crashReport = (error: unknown): string => {
  const [first = '', ...rest] = sanitiseLines(textOf(error));
  return [
    `edge-console stopped unexpectedly: ${first}`,
    ...rest.map(line => `  ${line.replace(/^[\s⇥]+/u, '')}`),
    '',
  ].join('\n');
};
