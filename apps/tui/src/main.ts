import manifest from '../package.json' with {type: 'json'};
import {isNoun} from './cli/nouns.ts';
import {print} from './output/sink.ts';
import {loadProblem} from './text/load-problem.ts';

const {version} = manifest;

const main = async (): Promise<void> => {
  const argv = process.argv.slice(2);
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    return print(process.stdout, `edge-console ${version}\n`);
  }
  if (argv.some(isNoun)) {
    const {nounOf, runCommand} = await import('./headless/run.ts');
    if (nounOf(argv) !== undefined) process.exit(await runCommand(argv, version));
  }
  const {readArgs} = await import('./cli/args.ts');
  const args = readArgs(argv);
  if (args.flags.version) return print(process.stdout, `edge-console ${version}\n`);
  const {readVariables} = await import('./cli/variables.ts');
  const {accessible = readVariables(process.env).accessible ?? process.env.ACCESSIBLE === '1'} = args.flags;
  if (args.command === 'console' && !args.flags.help && accessible) {
    const {runAccessible} = await import('./headless/accessible/accessible.ts');
    process.exit(await runAccessible(args.flags, version));
  }
  const {runFullScreen} = await import('./run/full-screen.tsx');
  await runFullScreen(args, `edge-console/${version}`);
};

main().catch((error: unknown) => {
  // The bundles of the commands and of the full-screen console contain separate copies of the error classes, so errors are
  // compared by name.
  const {name} = error instanceof Error ? error : {name: ''};
  // Without `exit`, timers and connections of the screens would keep the process running.
  if (name === 'ReaderGone') process.exit(0);
  const message = loadProblem(error) ?? (error instanceof Error ? error.message : String(error));
  process.stderr.write(`edge-console: ${message}\n`);
  process.exit(name === 'UsageError' || name === 'NewerLayout' ? 2 : 1);
});
