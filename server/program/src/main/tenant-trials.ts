import { hash, randomBytes } from 'node:crypto'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import { createHttpServer } from '@platform/kernel/http'
import { watchDiskSpace } from './disk-space.ts'
import { healthRoutes } from './health.ts'
import { readSettings } from './settings/settings.ts'
import { createSetupToken, isGoodForSetup, setUp } from './setup.ts'
import { type Trial, serves, future, silent } from '@platform/testing/trial'

export const mainTrials: Record<string, Trial> = {
  'main/health.ts askDatabase': serves(async ({ database }) => {
    const http = createHttpServer()
    const parts = {
      metrics: async () => '',
      isReady: () => true,
      isDraining: () => false,
      metricsToken: undefined,
    }
    healthRoutes(http, { database, ...parts })
    const { json } = await http.inject('/readyz')
    expect(json()).toEqual({ status: 'ok' })
    await http.close()
  }),
  'main/disk-space.ts makeMeasure': serves(async ({ database }) => {
    const settings = readSettings({
      DATABASE_URL: 'postgres://elsewhere/platform',
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_DATABASE_DISK_BYTES: '1',
    })
    const space = await watchDiskSpace(settings, {
      database,
      registry: new Registry(),
      log: silent,
    })
    expect(space.isNearlyFull()).toBe(true)
    await space.stop()
  }),
  'main/setup.ts createSetupToken': serves(async ({ database }) => {
    expect(await createSetupToken(database)).toBeUndefined()
  }),
  'main/setup.ts isGoodForSetup': serves(async ({ database }) => {
    expect(await isGoodForSetup(database, 'made-up')).toBe(false)
  }),
  'main/setup.ts setUp': serves(async ({ database }) => {
    const owner = { email: 'eve@evil.test', password: 'a long password', name: 'Eve', org: 'Evil' }
    expect(await setUp(database, 'made-up', owner)).toBe('link-not-good')
  }),
  'main/setup.ts hasOwner': serves(
    async ({ database }) => {
      expect(await isGoodForSetup(database, 'left over')).toBe(false)
    },
    ({ all }) =>
      all
        .insertInto('setupLinks')
        .values({ tokenHash: hash('sha256', 'left over', 'buffer'), expireTime: future })
        .execute()
        .then(() => {}),
  ),
}
