import {Refused} from '../core/failure.ts';

/**
 * Newest layout that this version reads: the field `version` of the config, of the files in the state folder, of each line of
 * the journal, and of the positions of `logs export` and `logs follow`. Raise it if an older version would misread a file or
 * drop a part of it; then read the layouts before, too. A file without the field has layout 1.
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
