import { startSandbox } from '@platform/sandbox'
import { expect, it, onTestFinished } from 'vitest'
import { credentialTemplates } from '../catalogue/own-domains.ts'
import { atSandbox } from './sandbox-entries.ts'

it('has no URL outside of the sandbox', async () => {
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.close())
  const entries = atSandbox(sandbox)

  for (const [name, url] of [
    ['salesforce', sandbox.salesforceUrl],
    ['hubspot', sandbox.hubspotUrl],
  ] as const) {
    const entry = entries[name]
    if (!entry) throw new Error(`The catalogue has no ${name}.`)
    const { info } = entry
    const addresses = [
      ...credentialTemplates(entry),
      info.oauth2Opts?.authURL,
      info.authHealthCheck?.url,
    ]
    expect(addresses.map((address) => URL.parse(address ?? '')?.origin)).toEqual(
      addresses.map(() => url),
    )
    const health = await fetch(info.authHealthCheck?.url ?? '')
    expect([401, 403]).toContain(health.status)
  }
})
