// In the server's executable, this module replaces its `load-package.ts`, which looks for packages in folders.

/** Imports a package that the executable contains. Otherwise rejects with a one-line message for `purpose`. */
export const loadPackage = (name: string, purpose: string): Promise<unknown> => {
  if (name === '@edge-console/generator') return import('@edge-console/generator');
  if (name === '@edge-console/stores') return import('@edge-console/stores');
  return Promise.reject(new Error(`${purpose} needs the package ${name}, which the executable does not contain`));
};
