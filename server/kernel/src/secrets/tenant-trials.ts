import { sql } from 'kysely'
import { expect } from 'vitest'
import { rotateKeys } from './rotate-keys.ts'
import { createSecrets, parseMasterKeys } from './secrets.ts'
import { serverSecret } from './server-secret.ts'
import { type TrialContext, type Trial, serves } from '@platform/testing/trial'

export const secretsTrials: Record<string, Trial> = {
  'secrets/rotate-keys.ts checkMasterKeys': serves(rewrapping, toMilliseconds),
  'secrets/rotate-keys.ts findStale': serves(rewrapping, toMilliseconds),
  'secrets/rotate-keys.ts rewrap': serves(rewrapping, toMilliseconds),
  'secrets/secrets.ts loadDataKey': serves(async ({ api, mine, theirs }) => {
    const sealed = await api.secrets.seal(mine.projectId, 'a secret')
    await expect(api.secrets.open(theirs.projectId, sealed)).rejects.toThrow('')
    expect(await api.secrets.open(mine.projectId, sealed)).toBe('a secret')
  }),
  'secrets/server-secret.ts serverSecret': serves(async ({ all, database }) => {
    const secret = await serverSecret(database, masterKeys(), 'tried')
    expect(await serverSecret(database, masterKeys(), 'tried')).toBe(secret)
    await all.deleteFrom('serverSecrets').where('name', '=', 'tried').execute()
  }),
}

const masterKeys = () => parseMasterKeys(Buffer.alloc(32, 7).toString('base64'))
/** Rounds the times of the keys to the precision with which they are written again. */
async function toMilliseconds({ all }: TrialContext): Promise<void> {
  await sql`update data_keys set create_time = date_trunc('milliseconds', create_time)`.execute(all)
}

/** Checks that a value can still be decrypted after its key is wrapped by another master key. */
async function rewrapping({ all, database, mine, theirs }: TrialContext) {
  const selectWrapped = () => all.selectFrom('dataKeys').selectAll().orderBy('projectId').execute()
  const before = await selectWrapped()
  await all.deleteFrom('dataKeys').execute()
  await all.deleteFrom('serverSecrets').execute()
  const old = masterKeys()
  const both = parseMasterKeys(
    `${Buffer.alloc(32, 8).toString('base64')},${Buffer.alloc(32, 7).toString('base64')}`,
  )
  const sealed = await Promise.all(
    [mine, theirs].map(({ projectId, name }) => createSecrets(database, old).seal(projectId, name)),
  )

  expect(await rotateKeys(database, both)).toEqual({ rotated: 2, left: 0 })

  const secrets = createSecrets(database, parseMasterKeys(Buffer.alloc(32, 8).toString('base64')))
  expect(await secrets.open(mine.projectId, sealed[0]!)).toBe('mine')
  expect(await secrets.open(theirs.projectId, sealed[1]!)).toBe('theirs')
  await all.deleteFrom('dataKeys').execute()
  await all.insertInto('dataKeys').values(before).execute()
}
