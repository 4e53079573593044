import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

/**
 * Imports a package from the `node_modules` of this package or of the working directory. If it is missing, rejects with
 * a one-line message that says what to install for `purpose`.
 */
export const loadPackage = async <T>(name: string, purpose: string): Promise<T> => {
  try {
    return await import(name);
  } catch (error) {
    if (!isMissing(error, name)) throw error;
  }
  const project = createRequire(join(process.cwd(), 'package.json'));
  let path: string;
  try {
    path = project.resolve(name);
  } catch {
    throw new Error(`${purpose} needs the package ${name}, which is not installed; run: npm install ${name}`);
  }
  return import(pathToFileURL(path).href);
};

// A missing dependency of the package has the same error code, so the message must name the package.
const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${name}'`);
