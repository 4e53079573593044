import {Refused} from '../core/failure.ts';

/**
 * Newest file layout that this version can read. It is the field `version` of the config, the state files, the lines of
 * the journal, and the positions of `logs export` and `logs follow`. A file without the field has layout 1. Increase
 * the number if older versions would misread a changed file or lose parts of it. The code must then still read the
 * older layouts.
 */
export const LAYOUT = 1;

/** Thrown for a file of a newer layout. The program exits as for an invalid config. */
export class NewerLayout extends Refused {
  override readonly name = 'NewerLayout';

  constructor(path: string, layout: number) {
    super(
      `${path} was written by a newer edge-console (layout ${layout}; this one reads up to ${LAYOUT}): update edge-console, ` +
        'or move the file away.',
    );
  }
}

/** Throws {@link NewerLayout} if `json`, the content of the file `path`, has a newer layout. */
export const checkLayout = (path: string, json: unknown): void => {
  const {version} = Object(json) as {readonly version?: unknown};
  if (typeof version === 'number' && version > LAYOUT) throw new NewerLayout(path, version);
};
