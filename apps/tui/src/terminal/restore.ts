export type RestoreOptions = {
  /** Leave the alternate screen too; on the primary screen that would move the cursor. */
  alternateScreen: boolean;
};

/**
 * Everything a full-screen program may have switched on, switched off: synchronised output, hyperlink, colours, mouse,
 * focus reports, bracketed paste, application keys, hidden cursor, alternate screen. Each is harmless when already off.
 */
export const restoreSequence = ({alternateScreen}: RestoreOptions): string =>
  [
    '\u001B[?2026l',
    '\u001B]8;;\u001B\\',
    '\u001B[0m',
    '\u001B[?1000l\u001B[?1002l\u001B[?1003l\u001B[?1006l',
    '\u001B[?1004l',
    '\u001B[?2004l',
    '\u001B[?1l\u001B>',
    alternateScreen ? '\u001B[?1049l' : '',
    '\u001B[?25h',
  ].join('');
