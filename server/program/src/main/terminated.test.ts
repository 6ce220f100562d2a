// @module-tag timely-shutdown
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Approval, ApprovalDetails, Operation, WriteReply } from '@platform/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { kill, startVictim, type Victim } from '@platform/testing/killed-server'
import { patiently } from '@platform/testing/patiently'
import { consumerToken } from '@platform/testing/test-api'
import { testPlatform } from '@platform/testing/test-platform'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: hub
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields: [{ fieldName: email }]
        - objectName: companies
          destination: webhook
          requiredFields: [{ fieldName: name }]
    write:
      objects:
        - objectName: contacts
        - objectName: companies
          approval: person
          approvalRole: sales
`

/** A server that works for a platform whose own process only serves the API, and its log. */
async function givenTerminated() {
  const masterKey = randomBytes(32).toString('base64')
  const platform = await testPlatform({
    contacts: 1,
    sourceYaml,
    env: { PLATFORM_ROLE: 'api', PLATFORM_MASTER_KEY: masterKey },
  })
  onTestFinished(() => platform.close())
  await platform.connect('globex', 'hubspot')
  await platform.call('POST', '/v1/{p}/integrations/hub/installations?skipSampling=true', {
    groupRef: 'globex',
    config: {
      content: {
        read: { objects: { contacts: {}, companies: {} } },
        write: {
          objects: {
            contacts: { objectName: 'contacts' },
            companies: { objectName: 'companies' },
          },
        },
      },
    },
  })
  let log = ''
  const start = async () => {
    const victim = await startVictim(platform, {
      ...{ masterKey, role: 'engine' },
      readLog: (text) => (log += text),
    })
    onTestFinished(() => kill(victim))
    return victim
  }
  const terminate = async ({ child }: Victim) => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    return (await ended)[0] as number | null
  }
  const write = (objectName: string, request: object) =>
    platform.call<WriteReply & { operationId: string; approvalId: string }>(
      'POST',
      `/write/v1/{p}/integrations/hub/objects/${objectName}`,
      { groupRef: 'globex', mode: 'asynchronous', ...request },
    )
  const waitForSuccess = (operationId: string) =>
    vi.waitFor(async () => {
      const operation = await platform.call<Operation>('GET', `/v1/{p}/operations/${operationId}`)
      expect(operation).toMatchObject({ status: 'success' })
    }, patiently)
  const find = async (objectName: string, fieldName: string, value: string) => {
    const { result } = await platform.call<{ result: unknown[] }>(
      'POST',
      '/search/v1/{p}/integrations/hub?groupRef=globex',
      { objectName, fieldFilters: [{ fieldName, operator: 'eq', value }] },
    )
    return result
  }
  return { platform, start, terminate, write, waitForSuccess, find, readLog: () => log }
}

it.each([
  ['answers meanwhile', { effect: 'slow' as const, delayMs: 3_000 }],
  ['answers the next process only', { effect: 'hang' as const }],
])('writes an upsert once when the process is terminated and the provider %s', async (_, fault) => {
  const { platform, start, terminate, write, waitForSuccess, find, readLog } =
    await givenTerminated()
  const server = await start()
  await platform.hubspot.addFault({ ...fault, times: 1, match: { pathRegex: 'upsert|contacts' } })
  const { operationId } = await write('contacts', {
    ...{ type: 'upsert', keyField: 'email' },
    record: { email: 'ana@globex.test', lastname: 'Berg' },
  })
  await vi.waitFor(async () => {
    const [rule] = await platform.hubspot.faults()
    expect(rule?.applied).toBe(1)
  }, patiently)

  const exitCode = await terminate(server)
  const logged = readLog()
  await platform.hubspot.clearFaults()
  await start()
  await waitForSuccess(operationId)

  expect(exitCode).toBe(0)
  expect(logged).not.toMatch(/after calling end|in doubt/)
  expect(await find('contacts', 'email', 'ana@globex.test')).toHaveLength(1)
})

it('keeps a write that waits for approval when the process is terminated', async () => {
  const { platform, start, terminate, write, waitForSuccess, find, readLog } =
    await givenTerminated()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kid } = await platform.call<{ kid: string }>('POST', '/v1/{p}/jwt-keys', {
    ...{ label: 'test', algorithm: 'ES256' },
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
  })
  const person = { groupRef: 'globex', consumerRef: 'ana', approverRoles: ['sales'] }
  const token = await consumerToken(privateKey, { alg: 'ES256', kid }, person)
  const decide = async <Reply>(method: string, path: string, body?: object) => {
    const reply = await fetch(`${platform.url}/v1/projects/test/approvals/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await reply.json()) as Reply
  }
  const server = await start()
  const { operationId, approvalId } = await write('companies', {
    ...{ type: 'create', record: { name: 'Initech' } },
  })

  const exitCode = await terminate(server)
  const logged = readLog()
  const { shown } = await decide<ApprovalDetails>('GET', approvalId)
  const approved = await decide<Approval>('POST', `${approvalId}:approve`, { shown })
  expect(approved).toMatchObject({ state: 'approved' })
  await start()
  await waitForSuccess(operationId)

  expect(exitCode).toBe(0)
  expect(logged).toBe('')
  expect(await find('companies', 'name', 'Initech')).toHaveLength(1)
})
