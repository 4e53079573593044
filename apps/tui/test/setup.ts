import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** All programs of a test run share a home folder and a compile cache. */
export default (): (() => void) => {
  const home = mkdtempSync(join(tmpdir(), 'edge-home-'));
  process.env.EDGE_TEST_HOME = home;
  return () => rmSync(home, {recursive: true, force: true});
};
