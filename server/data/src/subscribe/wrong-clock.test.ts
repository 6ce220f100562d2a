import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'

const daysMs = 3 * 86_400_000

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          requiredFields: [{ fieldName: LastName }]
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: {enabled: always}
`

it.each([daysMs, -daysMs])(
  'reads and renews subscriptions by the clock of the database if its own is off by %i ms',
  async (offMs) => {
    const platform = await givenPlatform({ contacts: 1, sourceYaml })
    await platform.connect()
    const readClock = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => readClock() + offMs)

    await platform.install('globex', { Contact: {} })

    const { untilUpkeepMs, sinceReadMs } = await vi.waitFor(async () => {
      const { rows } = await sql<{ untilUpkeepMs: number; sinceReadMs: number }>`
        select extract(epoch from (s.state ->> 'maintainBefore')::timestamptz - now())::float8 * 1000
                 as until_upkeep_ms,
               extract(epoch from now() - o.watermark)::float8 * 1000 as since_read_ms
          from subscriptions s, installation_objects o
         where s.state ->> 'maintainBefore' <> '' and o.watermark is not null
      `.execute(platform.database.everything)
      return must(rows[0], 'subscription with a finished read')
    }, patiently)
    expect(untilUpkeepMs).toBeGreaterThan(0)
    expect(untilUpkeepMs).toBeLessThan(2 * 86_400_000)
    expect(sinceReadMs).toBeGreaterThan(0)
    // The sandbox is in this process, and its clock is wrong, too.
    expect(sinceReadMs).toBeLessThan(Math.max(0, -offMs) + 3_600_000)
  },
)
