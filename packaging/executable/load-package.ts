// Replaces `load-package.ts` of the server, which looks for packages beside it.

/** Imports a package that the executable contains. Otherwise rejects with a one-line message for `purpose`. */
export const loadPackage = (name: string, purpose: string): Promise<unknown> => {
  if (name === '@edge-console/generator') return import('@edge-console/generator');
  if (name === '@edge-console/stores') return import('@edge-console/stores');
  return Promise.reject(new Error(`${purpose} needs the package ${name}, which the executable does not contain`));
};
