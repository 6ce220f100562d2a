import { it } from 'vitest'
import { expectNothingLost } from './testing.ts'

const kills = Number(process.env['CRASH_KILLS'] ?? 3)
const postgresKills = Number(process.env['CRASH_POSTGRES_KILLS'] ?? 1)

it(
  `loses nothing when the process is killed ${kills} times and PostgreSQL ${postgresKills} times`,
  { timeout: 600_000 + (kills + postgresKills) * 15_000 },
  async () => {
    await expectNothingLost({ kills, postgresKills })
  },
)
