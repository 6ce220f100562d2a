import * as npm from './store.ts'
import { type Trial, serves } from '@platform/testing/trial'

export const npmTrials: Record<string, Trial> = {
  'npm/store.ts keepPackage': serves(({ all }) =>
    npm.keepPackage(all, { ...packument, manifest: '{}', tarball: Buffer.from('t') }),
  ),
  'npm/store.ts replacePackage': serves(({ all }) =>
    npm.replacePackage(all, { ...packument, manifest: '{}', tarball: Buffer.from('t') }),
  ),
  'npm/store.ts findVersions': serves(({ all }) => npm.findVersions(all, packument.name)),
  'npm/store.ts findTarball': serves(({ all }) => npm.findTarball(all, packument)),
}

const packument = { name: '@platform/tried', version: '1.0.0', integrity: 'i', shasum: 's' }
