import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {findNginx} from '@edge-console/generator/nginx';
import {expect, it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {bin, plainEnv} from '../support/program.ts';

it.skipIf(typeof findNginx() === 'string')('the demo shows error logs that a real nginx writes', async () => {
  const console = await startConsole(['demo', '--nginx', '--tab', 'error-logs'], {cols: 160, rows: 40});
  await console.see(/ERROR .*(GET|POST|PUT) \//);
  await console.press('global.quit').exits(0);
});

it('the demo with nginx ends with 2 and one sentence if a program is not installed', async () => {
  // Without PATH there is no openssl, even where nginx is installed.
  const run = promisify(execFile)(process.execPath, [bin, 'demo', '--nginx'], {env: {...plainEnv, PATH: '/nowhere'}});
  await expect(run).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^edge-console: --nginx: .*not installed.*\n$/),
  });
});
