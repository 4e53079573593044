export const TAG_COLOURS = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;

/** The label of a gateway in the header, such as `PRODUCTION`. */
export interface Tag {
  readonly label: string;
  /** Colour of the label. Default: the colours of a selected row. */
  readonly colour?: (typeof TAG_COLOURS)[number] | undefined;
}
