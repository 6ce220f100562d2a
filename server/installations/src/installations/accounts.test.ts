import { generateKeyPairSync } from 'node:crypto'
import type { Approval, Found, Installation } from '@platform/contract'
import { expect, it, vi } from 'vitest'
import { consumerToken } from '@platform/testing/test-api'
import { givenPlatform, manifest, type PlatformMessage } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'

const several = manifest.replace('provider: salesforce', 'provider: salesforce\n    multiple: true')
const content = { read: { objects: { Contact: { selectedFields: { Title: true } } } } }
const installations = '/v1/{p}/integrations/crm/installations'

/** Two accounts of globex, and one of initech: the bystander. */
async function givenTwoAccounts(sourceYaml = several) {
  const platform = await givenPlatform({ contacts: 3, sourceYaml })
  await platform.connect('initech')
  const bystander = await platform.install('initech')
  const first = await platform.connect('globex')
  const main = await platform.install('globex')
  const second = await platform.connect('globex', 'salesforce', { addAccount: true })
  const install = (body: object) =>
    platform.call<Installation>('POST', installations, {
      groupRef: 'globex',
      config: { content },
      ...body,
    })
  return { platform, bystander, first, second, main, install }
}

it('installs an integration for a further account, with its own connection and messages', async () => {
  const { platform, first, second, main, install } = await givenTwoAccounts()

  const emea = await install({ instance: 'emea', displayName: 'Sales EMEA' })

  expect(second.id).not.toBe(first.id)
  expect(emea).toMatchObject({
    instance: 'emea',
    displayName: 'Sales EMEA',
    connection: { id: second.id },
  })
  const isAbout = (id: string) => (message: PlatformMessage) =>
    (message.installationId ?? (message.data as { installationId?: string })?.installationId) === id
  await vi.waitFor(() => {
    for (const { id } of [emea, main]) {
      const about = platform.messages.filter(isAbout(id))
      expect(about.map(({ action, notificationType }) => action ?? notificationType)).toEqual(
        expect.arrayContaining(['read', 'read.backfill.done']),
      )
    }
  }, patiently)
  const listInstances = (id: string) =>
    new Set(
      platform.messages
        .filter(isAbout(id))
        .map(({ instance, data }) => instance ?? (data as { instance?: string })?.instance),
    )
  expect([...listInstances(emea.id)]).toEqual(['emea'])
  expect([...listInstances(main.id)]).toEqual([undefined])
})

it('finds the default account unless another is named', async () => {
  const { platform, bystander, main, install } = await givenTwoAccounts()
  const emea = await install({ instance: 'emea' })
  const list = (query: string) => platform.call<Installation[]>('GET', `${installations}?${query}`)
  const read = async (query: string, groupRef = 'globex') => {
    const path = `/read/v1/{p}/integrations/crm/objects/Contact?${query}`
    const { operationId } = await platform.call('POST', path, { groupRef })
    const operation = await platform.call('GET', `/v1/{p}/operations/${String(operationId)}`)
    return [operation['installationId'], operation['instance']]
  }

  const all = await list('groupRef=globex')
  const named = await list('groupRef=globex&instance=emea')
  const unnamed = await list('groupRef=globex&instance=')

  expect(all.map(({ id }) => id)).toEqual([main.id, emea.id])
  expect(named.map(({ id }) => id)).toEqual([emea.id])
  expect(unnamed.map(({ id }) => id)).toEqual([main.id])
  expect(await read('')).toEqual([main.id, undefined])
  expect(await read('instance=emea')).toEqual([emea.id, 'emea'])
  expect(await read('', 'initech')).toEqual([bystander.id, undefined])
  const path = '/v1/{p}/integrations/crm/objects/Contact/config-content?instance=emea'
  const changes = [{ op: 'replace', path: '/selectedFields/Title', value: false }]
  await platform.call('PATCH', path, { groupRef: 'globex', action: 'read', changes })
  const titles = (await list('groupRef=globex')).map(
    ({ config }) => config.content.read?.objects?.['Contact']?.selectedFields?.['Title'],
  )
  expect(titles).toEqual([true, false])
  expect(
    await platform.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact?instance=emea', {
      groupRef: 'initech',
    }),
  ).toMatchObject({ status: 404, detail: expect.stringContaining('emea') })
})

it('renames an account, whose instance stays', async () => {
  const { platform, install } = await givenTwoAccounts()
  const { id } = await install({ instance: 'emea', displayName: 'Sales' })
  const rename = (installation: object) =>
    platform.call<Installation>('PATCH', `${installations}/${id}`, {
      updateMask: ['displayName'],
      installation,
    })

  const renamed = await rename({ displayName: 'Sales EMEA' })
  const unnamed = await rename({})

  expect(renamed).toMatchObject({ id, instance: 'emea', displayName: 'Sales EMEA' })
  expect(unnamed).toMatchObject({ id, instance: 'emea' })
  expect(unnamed.displayName).toBeUndefined()
})

/** What pages can send: the public key names the group in the query, a token is for one. */
async function givenPages({ platform }: Awaited<ReturnType<typeof givenTwoAccounts>>) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kid } = await platform.call<{ kid: string }>('POST', '/v1/{p}/jwt-keys', {
    label: 'test',
    algorithm: 'ES256',
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
  })
  const header = { alg: 'ES256', kid }
  const credentials = {
    'the frontend key': async () => ({ 'x-api-key': platform.frontendApiKey }),
    'a token': async (groupRef: string) => ({
      authorization: `Bearer ${await consumerToken(privateKey, header, { groupRef, consumerRef: 'hank' })}`,
    }),
  }
  return async (
    method: 'PATCH' | 'DELETE',
    id: string,
    { by, of, named = of }: { by: keyof typeof credentials; of: string; named?: string },
  ) => {
    const path = installations.replace('{p}', `projects/${platform.projectId}`)
    const query = named ? `?groupRef=${named}` : ''
    const body = { updateMask: ['displayName'], installation: { displayName: `By ${by}` } }
    const reply = await fetch(`${platform.url}${path}/${id}${query}`, {
      method,
      headers: { 'content-type': 'application/json', ...(await credentials[by](of)) },
      ...(method === 'PATCH' && { body: JSON.stringify(body) }),
    })
    return reply.status
  }
}

it.each(['the frontend key', 'a token'] as const)(
  'lets %s rename and remove accounts of its group, and none of another',
  async (by) => {
    const given = await givenTwoAccounts()
    const { platform, main, bystander, install } = given
    const emea = await install({ instance: 'emea', displayName: 'Sales' })
    const send = await givenPages(given)
    const read = async () => {
      const all = await platform.call<Installation[]>('GET', installations)
      return all.map(({ id, displayName }) => [id, displayName])
    }
    const before = await read()

    const foreign = []
    for (const method of ['PATCH', 'DELETE'] as const) {
      for (const { id } of [emea, main]) {
        foreign.push(await send(method, id, { by, of: 'initech' }))
        // A token is for its group, whatever the query names; the key must name one.
        const named = by === 'a token' ? 'globex' : ''
        foreign.push(await send(method, id, { by, of: 'initech', named }))
      }
      foreign.push(await send(method, bystander.id, { by, of: 'globex' }))
    }
    const unchanged = await read()
    const renamed = await send('PATCH', emea.id, { by, of: 'globex' })
    const named = await read()
    const removed = await send('DELETE', emea.id, { by, of: 'globex' })

    expect(foreign.filter((status) => ![400, 403, 404].includes(status))).toEqual([])
    expect(unchanged).toEqual(before)
    expect([renamed, removed]).toEqual([200, 204])
    expect(named).toEqual(before.map(([id, name]) => [id, id === emea.id ? `By ${by}` : name]))
    expect(await read()).toEqual(before.filter(([id]) => id !== emea.id))
  },
)

it('adds the account of a connect link under its name, and others under their own', async () => {
  const { platform } = await givenTwoAccounts()
  const { link } = await platform.call('POST', '/v1/{p}/integrations/crm/connect-links', {
    groupRef: 'globex',
    instance: 'emea',
    displayName: 'Sales EMEA',
  })
  const secret = new URL(String(link)).hash.slice(1)
  const installByLink = async (body: object): Promise<any> => {
    const path = installations.replace('{p}', `projects/${platform.projectId}`)
    const reply = await fetch(`${platform.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ config: { content }, ...body }),
    })
    return reply.json()
  }

  const foreign = await installByLink({ groupRef: 'initech', instance: 'emea' })
  const emea = await installByLink({ groupRef: 'globex', instance: 'emea' })
  await platform.connect('globex', 'salesforce', { addAccount: true })
  const apac = await installByLink({ groupRef: 'globex', instance: 'apac' })

  expect(foreign).toMatchObject({ status: 403 })
  expect(emea).toMatchObject({ instance: 'emea', displayName: 'Sales EMEA' })
  expect(apac.instance).toBe('apac')
  expect(apac.displayName).toBeUndefined()
})

it('rejects an account without `multiple`, one that exists, and a connection of another', async () => {
  const { platform, first, install } = await givenTwoAccounts()
  const emea = await install({ instance: 'emea' })

  expect(await install({ instance: 'emea' })).toMatchObject({
    status: 409,
    detail: expect.stringContaining(`emea: ${emea.id}`),
  })
  expect(await install({ instance: 'apac' })).toMatchObject({
    status: 422,
    detail: expect.stringContaining('no free connection'),
  })
  expect(await install({ instance: 'apac', connectionId: first.id })).toMatchObject({
    status: 422,
    type: expect.stringContaining('connection-in-use'),
  })
  expect(
    await platform.call('PATCH', `${installations}/${emea.id}`, {
      updateMask: ['connectionId'],
      installation: { connectionId: first.id },
    }),
  ).toMatchObject({ status: 422, type: expect.stringContaining('connection-in-use') })

  const [deployed] = await platform.call<{ effects: object[] }[]>(
    'PUT',
    '/v1/{p}/integrations:batch',
    { sourceYaml: manifest },
  )

  expect(deployed?.effects).toContainEqual({
    objectName: 'Contact',
    effect: 'stays installed for further accounts, and no more accounts can be added',
    installations: 1,
    groupRefs: ['globex'],
  })

  expect(await install({ instance: 'apac' })).toMatchObject({
    status: 409,
    type: expect.stringContaining('accounts-not-allowed'),
  })
  expect(await platform.call('GET', `${installations}/${emea.id}`)).toMatchObject({
    id: emea.id,
    instance: 'emea',
  })
})

it('removes an account and its connection, and nothing else', async () => {
  const { platform, first, second, main, bystander, install } = await givenTwoAccounts()
  const emea = await install({ instance: 'emea' })

  await platform.call('DELETE', `${installations}/${emea.id}`)

  const left = await platform.call<Installation[]>('GET', installations)
  expect(left.map(({ id }) => id)).toEqual([main.id, bystander.id])
  const connections = await platform.call<{ id: string }[]>(
    'GET',
    '/v1/{p}/connections?groupRef=globex',
  )
  expect(connections.map(({ id }) => id)).toEqual([first.id])
  expect(await install({ instance: 'emea', connectionId: second.id })).toMatchObject({
    status: 422,
  })
})

it('adds no account while a process runs that does not know them, and starts none beside one', async () => {
  const { platform, install } = await givenTwoAccounts()
  const { everything } = platform.database
  const startEarlier = () =>
    everything
      .insertInto('engineProcesses')
      .values({ workerIds: [], beatTime: new Date(Date.now() + 3_600_000) })
      .returning('key')
      .executeTakeFirstOrThrow()
  const { key } = await startEarlier()

  const beside = await install({ instance: 'emea' })
  await everything
    .updateTable('engineProcesses')
    .set({ endedTime: new Date() })
    .where('key', '=', key)
    .execute()
  const afterwards = await install({ instance: 'emea' })

  expect(beside).toMatchObject({ status: 503, detail: expect.stringContaining('previous version') })
  expect(afterwards).toMatchObject({ instance: 'emea' })
  await expect(startEarlier()).rejects.toThrow('several accounts')
})

it('shows a process of the previous version the default account alone', async () => {
  const { platform, main, bystander, install } = await givenTwoAccounts()
  await install({ instance: 'emea' })
  const db = platform.database.tenant(platform.projectId)

  // As it looks for them.
  const found = await db
    .selectFrom('installations as n')
    .innerJoin('integrations as i', 'i.id', 'n.integrationId')
    .select('n.id')
    .orderBy('n.id')
    .execute()

  expect(found.map(({ id }) => id)).toEqual([bystander.id, main.id])
})

it('names the account of a write that waits for a person, and of a search result', async () => {
  const writing = several.replace(
    '    multiple: true',
    '    multiple: true\n    write:\n      objects:\n        - objectName: Contact\n          approval: person',
  )
  const { platform, main, install } = await givenTwoAccounts(writing)
  const write = { objects: { Contact: { objectName: 'Contact' } } }
  const emea = await install({ instance: 'emea', config: { content: { ...content, write } } })
  await platform.call('PATCH', `${installations}/${main.id}`, {
    updateMask: ['config.content.write'],
    installation: { config: { content: { write } } },
  })
  const ask = (query: string) =>
    platform.call('POST', `/write/v1/{p}/integrations/crm/objects/Contact${query}`, {
      ...{ groupRef: 'globex', type: 'create', mode: 'asynchronous' },
      record: { LastName: 'Berg' },
    })

  await ask('')
  await ask('?instance=emea')
  const approvals = await platform.call<Approval[]>('GET', '/v1/{p}/approvals')
  const [found] = await platform.call<Found[]>('GET', `/v1/{p}/find?text=${emea.id}`)

  expect(approvals.map(({ installationId, instance }) => [installationId, instance])).toEqual([
    [emea.id, 'emea'],
    [main.id, undefined],
  ])
  expect(found?.name).toMatch(/ · emea$/)
})
