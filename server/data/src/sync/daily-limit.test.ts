import type { Installation, Log, Operation } from '@platform/contract'
import { expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'

const reading = (name: string, provider: string, objects: string[], field: string) => `
  - name: ${name}
    provider: ${provider}
    read:
      objects:${objects
        .map(
          (objectName) => `
        - objectName: ${objectName}
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: ${field}
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]`,
        )
        .join('')}`
const manifest = `
specVersion: 1.0.0
integrations:${reading('crm', 'salesforce', ['Contact', 'Account'], 'Id')}${reading('hub', 'hubspot', ['contacts'], 'lastname')}
`

it.each([
  {
    limited: 'salesforce',
    integration: 'crm',
    objects: ['Contact', 'Account'],
    other: { provider: 'hubspot', integration: 'hub', objects: ['contacts'] },
    words: /Salesforce.*24 hours|TotalRequests/,
  },
  {
    limited: 'hubspot',
    integration: 'hub',
    objects: ['contacts'],
    other: { provider: 'salesforce', integration: 'crm', objects: ['Contact', 'Account'] },
    words: /daily limit/,
  },
] as const)(
  'puts reads on hold when the daily limit at $limited is used up, and reports until when',
  async ({ limited, integration, objects, other, words }) => {
    const platform = await givenPlatform({ contacts: 30, sourceYaml: manifest })
    const control = limited === 'salesforce' ? platform.control : platform.hubspot
    const install = async (
      provider: 'salesforce' | 'hubspot',
      at: string,
      names: readonly string[],
    ) => {
      await platform.connect('globex', provider)
      const content = { read: { objects: Object.fromEntries(names.map((name) => [name, {}])) } }
      const { id } = await platform.call<{ id: string }>(
        'POST',
        `/v1/{p}/integrations/${at}/installations?skipSampling=true`,
        { groupRef: 'globex', config: { content } },
      )
      return `/v1/{p}/integrations/${at}/installations/${id}`
    }
    const api = { salesforce: '/query', hubspot: '/objects/' }[limited]
    await control.addFault({
      effect: 'rate-limit',
      policyName: 'DAILY',
      match: { pathRegex: api },
    })

    const path = await install(limited, integration, objects)
    const theirs = await install(other.provider, other.integration, other.objects)
    const held = await vi.waitFor(async () => {
      const found = await platform.call<Installation>('GET', path)
      for (const name of objects) expect(found.objects[name]?.health.state).toBe('limited')
      return found
    }, patiently)

    const inMs = Date.parse(held.health.retryTime ?? '') - Date.now()
    expect(held).toMatchObject({ healthStatus: 'healthy', health: { state: 'limited' } })
    expect(held.health.reason).toMatch(words)
    expect(held.health.remedy).toContain('Reading continues automatically.')
    expect(inMs).toBeGreaterThan(10 * 60_000)
    expect(inMs).toBeLessThan(2 * 3_600_000)
    const { results } = await platform.call<{ results: Operation[] }>('GET', `${path}/operations`)
    const reads = results.filter(({ actionType }) => actionType === 'read')
    expect(reads.map(({ status }) => status)).toEqual(objects.map(() => 'in_progress'))
    for (const { id } of reads) {
      const lines = await platform.call<Log[]>('GET', `/v1/{p}/operations/${id}/logs`)
      expect(lines.map(({ message }) => message.msg)).toContainEqual(
        expect.stringMatching(/^Reading is on hold .+ used up until \d{4}-.+Z/),
      )
      expect(lines.filter(({ message }) => /Reading stopped/.test(message.msg))).toEqual([])
    }
    await vi.waitFor(async () => {
      const { health } = await platform.call<Installation>('GET', theirs)
      expect(health.state).toBe('healthy')
      expect(
        platform.messages.filter(
          ({ notificationType }) => notificationType === 'read.backfill.done',
        ),
      ).toHaveLength(other.objects.length)
    }, patiently)

    // Without remaining calls, Salesforce is asked only every five minutes, longer than a test waits.
    if (limited === 'salesforce') return
    await control.clearFaults()
    // As if the time had come.
    await platform.database.everything
      .updateTable('readTurns')
      .set({ dueTime: new Date() })
      .where('operationId', '=', must(reads.at(0), 'read').id)
      .execute()
    await platform.database.everything.deleteFrom('providerBudgets').execute()
    await vi.waitFor(async () => {
      const found = await platform.call<Installation>('GET', path)
      expect(Object.values(found.objects).map(({ health }) => health.state)).toContain('healthy')
    }, patiently)
  },
)
