import type { Lock } from './needed-packages.ts'

/** Returns the contents of a release as a CycloneDX document. */
export function billOfMaterials(
  lock: Lock,
  { version, folders, node }: { version: string; folders: readonly string[]; node: string },
) {
  const components = folders
    .filter((folder) => folder.includes('node_modules/'))
    .map((folder) => {
      const name = folder.replace(/.*node_modules\//, '')
      const { version: installed, license, integrity } = lock[folder]!
      const purl = `pkg:npm/${name.replace('@', '%40')}@${installed}`
      return {
        type: 'library',
        'bom-ref': `${purl}#${folder}`,
        name,
        version: installed,
        purl,
        ...(license && { licenses: [toLicense(license)] }),
        ...(integrity && { hashes: [toHash(integrity)] }),
      }
    })
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'platform',
        name: 'platform',
        version,
        licenses: [toLicense('Apache-2.0')],
      },
      properties: [{ name: 'platform:runs-on', value: `Node ${node}` }],
    },
    components,
    dependencies: [{ ref: 'platform', dependsOn: components.map((one) => one['bom-ref']) }],
  }
}

const toLicense = (text: string) =>
  / (OR|AND|WITH) /.test(text) ? { expression: text } : { license: { id: text } }

/** Converts `sha512-<base64>` of npm to CycloneDX's name and hexadecimal digits. */
function toHash(integrity: string) {
  const [algorithm = '', base64 = ''] = integrity.split(' ')[0]!.split('-')
  return {
    alg: algorithm.replace('sha', 'SHA-'),
    content: Buffer.from(base64, 'base64').toString('hex'),
  }
}
