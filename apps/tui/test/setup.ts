import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A home folder for all programs of a test run, with a shared compile cache. */
export default (): (() => void) => {
  const home = mkdtempSync(join(tmpdir(), 'edge-home-'));
  process.env.EDGE_TEST_HOME = home;
  return () => rmSync(home, {recursive: true, force: true});
};
