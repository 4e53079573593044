import {styleText} from 'node:util';

/** Meaning of a text; a theme gives each a style. */
export type Role =
  | 'accent'
  | 'title'
  | 'muted'
  | 'strong'
  | 'rule'
  | 'selection'
  | 'key'
  | 'tab.active'
  | 'status.ok'
  | 'status.warn'
  | 'status.error'
  | 'status.danger'
  | 'severity.fatal'
  | 'severity.error'
  | 'severity.warn'
  | 'severity.info'
  | 'severity.debug'
  | 'match'
  | 'cursor';

/** Colours of the terminal's own palette. */
export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** Formats of `util.styleText`. */
export type Format = 'bold' | 'dim' | 'underline' | 'inverse' | Colour | `${Colour}Bright`;

export type Theme = Readonly<Record<Role, readonly Format[]>>;

export type Paint = (role: Role, text: string) => string;

export const createPaint = (theme: Theme): Paint => {
  // The codes around a text are created once, because a frame paints hundreds of texts.
  const codes = new Map(
    Object.entries(theme).map(([role, formats]) => [
      role,
      styleText([...formats], '\0', {validateStream: false}).split('\0'),
    ]),
  );
  return (role, text) => codes.get(role)?.join(text) ?? text;
};

/** Does not change the text, for frames without a terminal. */
export const plainPaint: Paint = (_role, text) => text;
