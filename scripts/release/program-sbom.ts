import {writeFile} from 'node:fs/promises';

interface ProgramContent {
  readonly name: string;
  readonly version: string;
  /** Text with a heading `# name@version licence` for each package in the program. */
  readonly licenses: string;
  readonly node: {readonly name: string; readonly version: string; readonly license: string};
}

/** Writes the SBOM (CycloneDX) of an executable. Without a time and a serial number, two builds are equal. */
export const writeProgramSbom = async (file: string, {name, version, licenses, node}: ProgramContent) => {
  const component = {type: 'application', name, version, 'bom-ref': `${name}@${version}`};
  const packages = [...licenses.matchAll(/^# (\S+)@(\S+) (.+)$/gm)].map(([, id = '', packageVersion = '', license]) => {
    const [packageName = '', group] = id.split('/').reverse();
    const purl = `pkg:npm/${id.replace('@', '%40')}@${packageVersion}`;
    const names = {...(group !== undefined && {group}), name: packageName, version: packageVersion};
    return {type: 'library', ...names, licenses: [{expression: license}], purl, 'bom-ref': purl};
  });
  const purl = `pkg:npm/${node.name}@${node.version}`;
  const runtime = {type: 'platform', name: 'node', version: node.version, licenses: [{expression: node.license}]};
  const components = [{...runtime, purl, 'bom-ref': purl}, ...packages];
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    ...{bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: {component}, components},
    dependencies: [{ref: component['bom-ref'], dependsOn: components.map(each => each['bom-ref'])}],
  };
  await writeFile(`${file}.cdx.json`, `${JSON.stringify(bom, undefined, 2)}\n`);
};
