import { newId } from '@platform/kernel/db/new-id'
import { findInstallation } from '@platform/installations/installations/installations'
import { findOperation } from '@platform/installations/operations/operations'
import { must } from '@platform/kernel/values'
import { givenPlatform } from '@platform/testing/test-platform'
import { expect, it } from 'vitest'
import { runToolCall } from './tool-operation.ts'

it('records a call that the provider carried out as a success, and never as a failure', async () => {
  const platform = await givenPlatform({ contacts: 1 })
  await platform.connect()
  const { id: installationId } = await platform.install()
  const db = platform.database.tenant(platform.projectId)
  const installation = must(await findInstallation(db, installationId), 'installation')
  const id = newId('op')
  const call = { id, tool: 'call', objectName: '', by: 'agent' }

  const done = await runToolCall(db, installation, call, () =>
    Promise.resolve({ done: 'written', msg: 'The provider answered 201.', isSuccess: true }),
  )
  const unsaved = newId('op')
  const failed = await runToolCall(
    db,
    installation,
    { ...call, id: unsaved },
    () => Promise.resolve({ done: 'written', msg: 'The provider answered 201.', isSuccess: true }),
    () => Promise.reject(new Error('Connection terminated unexpectedly')),
  ).catch((error: unknown) => error)

  expect(done).toBe('written')
  expect(await findOperation(db, id)).toMatchObject({ status: 'success' })
  expect(failed).toMatchObject({ message: 'Connection terminated unexpectedly' })
  // Its outcome is not recorded as a failure.
  expect(await findOperation(db, unsaved)).toMatchObject({ status: 'in_progress' })
})
