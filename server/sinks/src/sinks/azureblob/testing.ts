import { createHmac } from 'node:crypto'
import { request } from 'undici'
import type { DestinationMetadata } from '@platform/contract'
import { startAzurite } from '@platform/testing/emulators'
import { readMessages } from '../files/testing.ts'

/** Account and key that the emulator always has, as Microsoft documents them. */
export const azuriteAccount = {
  name: 'devstoreaccount1',
  key: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
}

/** Returns a SAS token of the account: https://learn.microsoft.com/rest/api/storageservices/create-account-sas */
export function makeSasToken(permissions: string, expireTime = '2099-01-01T00:00:00Z'): string {
  const { name, key } = azuriteAccount
  const version = '2021-12-02'
  const [services, kinds, protocols] = ['b', 'sco', 'https,http']
  const text = [name, permissions, services, kinds, '', expireTime, '', protocols, version, '', '']
  const sig = createHmac('sha256', Buffer.from(key, 'base64'))
    .update(text.join('\n'))
    .digest('base64')
  return new URLSearchParams({
    ...{ sv: version, ss: services, srt: kinds, sp: permissions, se: expireTime },
    ...{ spr: protocols, sig },
  }).toString()
}

/** Creates a container in the emulator of Blob Storage, and reads it by SAS tokens. */
export async function givenBlobContainer(metadata?: DestinationMetadata) {
  const endpointUrl = `${await startAzurite()}/${azuriteAccount.name}`
  const container = `events-${process.pid}-${Math.random().toString(36).slice(2)}`
  const url = `${endpointUrl}/${container}`
  const ask = async (path: string, init: RequestInit = {}, query = '') => {
    const reply = await fetch(`${url}${path}?${query}${makeSasToken('racwdl')}`, {
      ...init,
      headers: { 'x-ms-version': '2021-12-02' },
    })
    if (!reply.ok) throw new Error(`Storage answered ${reply.status}: ${await reply.text()}`)
    return reply
  }
  await ask('', { method: 'PUT' }, 'restype=container&')
  const files = async () => {
    const list = await (await ask('', {}, 'restype=container&comp=list&')).text()
    const keys = [...list.matchAll(/<Name>([^<]*)<\/Name>/g)].map(([, key = '']) =>
      key.replaceAll('&amp;', '&'),
    )
    return Promise.all(
      keys.map(async (key) => {
        const path = key.split('/').map(encodeURIComponent).join('/')
        // Unlike fetch, it does not decompress.
        const { headers, body } = await request(`${url}/${path}?${makeSasToken('r')}`)
        const attributes = Object.fromEntries(
          Object.entries(headers)
            .filter(([name]) => name.startsWith('x-ms-meta-'))
            .map(([name, value]) => [
              name.slice('x-ms-meta-'.length).replaceAll('_', '-'),
              String(value),
            ]),
        )
        return { key, attributes, bytes: await body.bytes() }
      }),
    )
  }
  return {
    metadata: { endpointUrl, storageAccount: azuriteAccount.name, container, ...metadata },
    credentials: { storageAccountKey: azuriteAccount.key },
    files,
    arrived: async () => (await Promise.all((await files()).map(readMessages))).flat(),
  }
}
