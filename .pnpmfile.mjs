// Generators of types need the compiler's API, which TypeScript 7 of this workspace does not have.
const GENERATORS = /^(openapi-typescript|@hey-api\/.*)$/;

export const hooks = {
  readPackage(manifest) {
    const {typescript, ...peerDependencies} = manifest.peerDependencies ?? {};
    if (typescript === undefined || !GENERATORS.test(manifest.name)) return manifest;
    return {...manifest, peerDependencies, dependencies: {...manifest.dependencies, typescript: '5.9.3'}};
  },
};
