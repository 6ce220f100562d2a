import { parseManifest } from '@platform/manifest'
import { expect, it } from 'vitest'
import { makeManifest } from './getting-started-snippets.ts'

it.each(['salesforce', 'hubspot', 'stripe'])(
  'generates a deployable platform.yaml for %s',
  (provider) => {
    const platform = {
      project: 'demo',
      baseUrl: 'https://platform.example',
      registry: 'https://platform.example/npm',
      provider,
      destination: 'webhook',
      integration: undefined,
    }

    const { findings, integrations } = parseManifest(makeManifest(platform))

    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(integrations).toHaveLength(1)
  },
)
