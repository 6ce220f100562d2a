import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { inTransaction } from '../db/transaction.ts'
import { givenDatabase } from '@platform/testing/test-database'
import { checkMasterKeys, rotateKeys } from './rotate-keys.ts'
import { createSecrets, parseMasterKeys } from './secrets.ts'
import { serverSecret } from './server-secret.ts'
import { getLast, getNth } from '../values/must.ts'

const newKey = () => randomBytes(32).toString('base64')

async function givenProject(database: Database) {
  const db = database.everything
  const orgId = newId('org')
  const id = newId('proj')
  await db
    .insertInto('organizations')
    .values({ id: orgId, label: 'Acme', defaultTeamId: newId('team') })
    .execute()
  await db.insertInto('projects').values({ id, orgId, name: id, appName: 'Acme' }).execute()
  return id
}

it('decrypts only for the same project', async () => {
  const database = await givenDatabase()
  const [mine, other] = [await givenProject(database), await givenProject(database)]
  const secrets = createSecrets(database, parseMasterKeys(newKey()))

  const sealed = await secrets.seal(mine, 'hunter2')

  expect(sealed.toString('latin1')).not.toContain('hunter2')
  expect(await secrets.open(mine, sealed)).toBe('hunter2')
  await expect(secrets.open(other, sealed)).rejects.toThrow()
})

it('encrypts first values in more concurrent transactions than connections', async () => {
  const database = await givenDatabase()
  const id = await givenProject(database)
  const secrets = createSecrets(database, parseMasterKeys(newKey()))

  const sealed = await Promise.all(
    Array.from({ length: 30 }, async () => {
      await secrets.ready(id)
      return inTransaction(database.tenant(id), async (tx) => {
        await sql`select 1`.execute(tx)
        return secrets.seal(id, 'hunter2')
      })
    }),
  )

  expect(await secrets.open(id, getLast(sealed))).toBe('hunter2')
})

it(
  're-encrypts every key with the new master key while servers run',
  { tags: 'master-keys' },
  async () => {
    const database = await givenDatabase()
    const projects = await Promise.all(Array.from({ length: 5 }, () => givenProject(database)))
    const [oldKey, newKeyText] = [newKey(), newKey()]
    const before = createSecrets(database, parseMasterKeys(oldKey))
    const sealed = await Promise.all(projects.map((id) => before.seal(id, `secret of ${id}`)))
    const signIn = await serverSecret(database, parseMasterKeys(oldKey), 'sign-in')
    const progress: number[] = []

    const both = parseMasterKeys(`${newKeyText},${oldKey}`)
    const first = await rotateKeys(database, both, {
      onProgress: (done) => progress.push(done),
    })
    const second = await rotateKeys(database, both)
    const onlyNew = parseMasterKeys(newKeyText)
    const after = createSecrets(database, onlyNew)

    expect([first.rotated, second.rotated]).toEqual([6, 0])
    expect(progress).toEqual([0, 1, 2, 3, 4, 5, 6])
    await checkMasterKeys(database, onlyNew)
    expect(await serverSecret(database, onlyNew, 'sign-in')).toBe(signIn)
    for (const [index, id] of projects.entries()) {
      expect(await after.open(id, getNth(sealed, index))).toBe(`secret of ${id}`)
      expect(await before.open(id, getNth(sealed, index))).toBe(`secret of ${id}`)
    }
  },
)

it('rejects a database whose master key is missing, and names the key', async () => {
  const database = await givenDatabase()
  const old = parseMasterKeys(newKey())
  await createSecrets(database, old).seal(await givenProject(database), 'x')

  const checking = checkMasterKeys(database, parseMasterKeys(newKey()))

  await expect(checking).rejects.toThrow(
    `The master key ${old.current.id} is missing: add it to PLATFORM_MASTER_KEY`,
  )
})
