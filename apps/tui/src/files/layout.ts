import {Refused} from '../core/failure.ts';

/** Increase this if older versions would misread a changed file. The code must still read older layouts. */
export const LAYOUT = 1;

export class NewerLayout extends Refused {
  override readonly name = 'NewerLayout';

  constructor(path: string, layout: number) {
    super(
      `${path} was written by a newer edge-console (layout ${layout}; this one reads up to ${LAYOUT}): update edge-console, ` +
        'or move the file away.',
    );
  }
}

export const checkLayout = (path: string, json: unknown): void => {
  const {version} = Object(json) as {readonly version?: unknown};
  if (typeof version === 'number' && version > LAYOUT) throw new NewerLayout(path, version);
};
