import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';

const turbo = async (...args) => {
  const script = fileURLToPath(new URL('turbo.mjs', import.meta.url));
  const [code] = await once(spawn(process.execPath, [script, 'run', ...args], {stdio: 'inherit'}), 'exit');
  return code ?? 1;
};

const built = await turbo('build', '--continue=dependencies-successful');
// A forced run would build again, and remove the files of programs that tests start.
const only = ['true', '1'].includes(process.env.TURBO_FORCE) ? ['--only'] : [];
// The tests of the console take longer than all others together, so a separate run of turbo starts them at once.
const tested = await Promise.all([
  turbo('test', '--filter=@edge-console/tui', ...only),
  turbo(
    ...['lint', 'typecheck', 'test', 'test:workspace', '--filter=!@edge-console/tui'],
    ...['--concurrency=2', '--continue=dependencies-successful', ...only],
  ),
]);
process.exitCode = Math.max(built, ...tested);
