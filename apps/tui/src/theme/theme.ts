import {styleText} from 'node:util';

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
  | `tag.${Colour}`
  | 'cursor';

export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

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

/** The brackets show the label without colours too. */
export const tagText = (
  {label, colour}: {readonly label: string; readonly colour?: Colour | undefined},
  paint: Paint,
): string => paint(colour === undefined ? 'selection' : `tag.${colour}`, `[${label}]`);

export const plainPaint: Paint = (_role, text) => text;
