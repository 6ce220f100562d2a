import { expect, it } from 'vitest'
import { expectNothingLost } from './testing.ts'

const kills = Number(process.env['CRASH_KILLS'] ?? 1)
const postgresKills = Number(process.env['CRASH_POSTGRES_KILLS'] ?? 0)

it.each(['group', 'strict'] as const)(
  'loses nothing and keeps the order %s through kills',
  { timeout: 600_000 + (kills + postgresKills) * 15_000 },
  async (ordering) => {
    const { bodies } = await expectNothingLost({ kills, postgresKills, ordering })

    expect(bodies).toBeGreaterThan(0)
  },
)
