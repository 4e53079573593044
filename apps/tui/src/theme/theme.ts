import {styleText} from 'node:util';

/** The meaning of a text on the screen. A theme has a style for each role. */
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

/** Colours of the terminal's palette. */
export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** Formats that `util.styleText` accepts. */
export type Format = 'bold' | 'dim' | 'underline' | 'inverse' | Colour | `${Colour}Bright`;

export type Theme = Readonly<Record<Role, readonly Format[]>>;

export type Paint = (role: Role, text: string) => string;

export const createPaint = (theme: Theme): Paint => {
  // The escape codes before and after a text are created once, because a screen has hundreds of painted texts.
  const codes = new Map(
    Object.entries(theme).map(([role, formats]) => [
      role,
      styleText([...formats], '\0', {validateStream: false}).split('\0'),
    ]),
  );
  return (role, text) => codes.get(role)?.join(text) ?? text;
};

/** Returns the text without a style, for output that is not drawn in a terminal. */
export const plainPaint: Paint = (_role, text) => text;
