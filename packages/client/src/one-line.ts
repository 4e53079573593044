import {oneLine as cleaned} from '@edge-console/schema/values';

/** Untrusted text on one line: control and format characters become spaces, and the end beyond `limit` becomes `…`. */
export const oneLine = (text: string, limit: number): string => {
  // Characters beyond four times the limit cannot be shown; a body may have millions.
  const line = cleaned(text.slice(0, 4 * limit).toWellFormed());
  return line.length > limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line;
};
