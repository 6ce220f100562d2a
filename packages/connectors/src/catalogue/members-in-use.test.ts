import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { globSync } from 'node:fs'
import {
  ApiKeyOpts,
  BasicAuthOpts,
  CustomAuthOpts,
  MetadataItemInput,
  Oauth2Dialect,
  Oauth2Opts,
  providerRules,
} from '@platform/contract'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Text of all code that runs, without schemas, generated types and tests. */
const sources = globSync('{server,packages,apps,tools}/*/src/**/*.{ts,tsx}', { cwd: root })
  .filter(
    (name) =>
      !/^packages\/contract\/|\.test\.tsx?$|\/testing\/|client\/src\/api\.ts$|entry\.ts$/.test(
        name,
      ),
  )
  .map((name) => readFileSync(root + name, 'utf8'))
  .join('\n')

it.each([
  ...Object.keys(Oauth2Opts.shape),
  ...Object.keys(Oauth2Opts.shape.tokenMetadataFields.shape),
  ...Object.keys(Oauth2Dialect.shape),
  ...Object.keys(ApiKeyOpts.shape),
  ...Object.keys(BasicAuthOpts.shape),
  ...Object.keys(CustomAuthOpts.shape),
  ...Object.keys(MetadataItemInput.shape),
  ...Object.keys(providerRules),
])('has code that reads the member %s of an entry', (member) => {
  expect(sources).toMatch(new RegExp(`\\b${member}\\b`))
})
