import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A home folder for the programs of a run of the tests, which share its compile cache. */
export default (): (() => void) => {
  const home = mkdtempSync(join(tmpdir(), 'edge-home-'));
  process.env.EDGE_TEST_HOME = home;
  return () => rmSync(home, {recursive: true, force: true});
};
