/** The first frame after the message is one of the module loader. In other syntax errors, such as of JSON, the first frame is another. */
const OF_LOADER = /SyntaxError: .*\n +at .*\bnode:internal\/modules\//;

/** Returns a message if `import()` rejected because a file of the program is missing or damaged, otherwise undefined. */
export const loadProblem = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const {message, stack = '', code}: NodeJS.ErrnoException = error;
  if (code !== 'ERR_MODULE_NOT_FOUND' && !OF_LOADER.test(stack)) return undefined;
  return `cannot load its files: ${message}. Install it again.`;
};
