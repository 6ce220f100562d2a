import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { newId } from '@platform/kernel/db/new-id'
import { getFirst, getPort, must } from '@platform/kernel/values'
import { issueCertificates, type Certificates } from '@platform/testing/certificates'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sinkTypes } from './sink-types.ts'
import { withOwnTimeLimit } from './sink.ts'
import { newSigningKeys } from './webhook/signing.ts'
import { givenContext, givenEvents } from './testing/sink-world.ts'

const issued = await issueCertificates()
const foreign = await issueCertificates()
const listen = '127.0.0.1'

describe.runIf(issued)('a webhook to a receiver with a private certificate', () => {
  let own: Certificates
  let others: Certificates
  beforeAll(() => {
    own = must(issued, 'certificates')
    others = must(foreign, 'certificates')
  })

  /** A receiver that demands certificates of its authority, and names whose it was shown. */
  async function givenReceiver() {
    const shown: string[] = []
    const { authority, server: its } = own
    const server = createServer(
      {
        ...{ cert: its.certificate, key: its.privateKey, ca: authority },
        ...{ requestCert: true, rejectUnauthorized: true },
      },
      (request, reply) => {
        shown.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN))
        request.resume().on('end', () => reply.end())
      },
    )
    server.on('tlsClientError', () => {})
    await once(server.listen(0, listen), 'listening')
    onTestFinished(() => server.close().closeAllConnections())
    return { url: `https://localhost:${getPort(server)}/hook`, shown }
  }

  async function send(
    url: string,
    metadata: { caCertificate?: string; timeoutSecs?: number },
    credentials: { clientCertificate?: string; clientKey?: string } = {},
    projectId = newId('proj'),
  ) {
    const sink = sinkTypes.webhook.open(
      {
        ...{ id: newId('dest'), projectId, name: 'hook' },
        ...{ metadata: { ...metadata, url }, credentials, signing: newSigningKeys() },
      },
      givenContext(),
    )
    onTestFinished(() => sink.close())
    return getFirst(await sink.send(givenEvents(1)))
  }

  const toCredentials = ({ certificate, privateKey }: Certificates['clients'][0]) => ({
    clientCertificate: certificate,
    clientKey: privateKey,
  })

  it('is accepted with the authority and the client certificate', async () => {
    const { url, shown } = await givenReceiver()
    const [ana, ben] = own.clients
    const caCertificate = own.authority

    const outcomes = [
      await send(url, { caCertificate }, toCredentials(ana)),
      await send(url, { caCertificate }, toCredentials(ben)),
      // As pasted into an input of one line.
      await send(
        url,
        { caCertificate: caCertificate.replaceAll('\n', '') },
        toCredentials({
          certificate: ana.certificate.replaceAll('\n', ''),
          privateKey: ana.privateKey.replaceAll('\n', ''),
        }),
      ),
    ]

    expect(outcomes.map(({ succeeded }) => succeeded)).toEqual([true, true, true])
    expect(shown).toEqual(['ana', 'ben', 'ana'])
  })

  it('fails without them, and with those of others', async () => {
    const { url, shown } = await givenReceiver()
    const [ana] = own.clients
    const caCertificate = own.authority

    const outcomes = [
      await send(url, {}, toCredentials(ana)),
      await send(url, { caCertificate: others.authority }, toCredentials(ana)),
      await send(url, { caCertificate }),
      await send(url, { caCertificate }, toCredentials(others.clients[0])),
    ]

    expect(outcomes.slice(0, 2)).toMatchObject([
      { succeeded: false, class: 'tls' },
      { succeeded: false, class: 'tls' },
    ])
    expect(outcomes.map(({ succeeded }) => succeeded)).toEqual([false, false, false, false])
    expect(JSON.stringify(outcomes)).not.toContain('BEGIN')
    expect(shown).toEqual([])
  })

  it('trusts an authority for its own destination only', async () => {
    const { url, shown } = await givenReceiver()
    const projectId = newId('proj')
    const [ana] = own.clients
    await send(url, { caCertificate: own.authority }, toCredentials(ana), projectId)

    const other = await send(url, {}, toCredentials(ana), projectId)

    expect(other).toMatchObject({ succeeded: false, class: 'tls' })
    expect(shown).toEqual(['ana'])
  })

  it.each([
    ['no PEM', { caCertificate: 'x' }, {}, ['metadata.caCertificate']],
    [
      'a key as certificate',
      {},
      {
        clientCertificate: () => own.clients[0].privateKey,
        clientKey: () => own.clients[0].privateKey,
      },
      ['secrets.clientCertificate'],
    ],
    [
      'a certificate without its key',
      {},
      { clientCertificate: () => own.clients[0].certificate },
      ['secrets.clientKey'],
    ],
    [
      'a key without its certificate',
      {},
      { clientKey: () => own.clients[0].privateKey },
      ['secrets.clientCertificate'],
    ],
    [
      'the key of another certificate',
      {},
      {
        clientCertificate: () => own.clients[0].certificate,
        clientKey: () => own.clients[1].privateKey,
      },
      ['secrets.clientKey'],
    ],
  ])('rejects %s', (_what, metadata, credentials, names) => {
    const given = Object.fromEntries(
      Object.entries(credentials).map(([name, read]) => [name, read()]),
    )

    const issues = sinkTypes.webhook.validate(
      {
        projectId: newId('proj'),
        metadata: { ...metadata, url: 'https://acme.example/' },
        credentials: given,
      },
      givenContext(),
    )

    expect(issues.map(({ name }) => name)).toEqual(names)
    expect(JSON.stringify(issues)).not.toContain('BEGIN')
  })
})

it('waits as long for an answer as the destination says', async () => {
  const server = createHttpServer()
  await once(server.listen(0, listen), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const metadata = { url: `http://${listen}:${getPort(server)}/`, timeoutSecs: 1 }
  const sink = sinkTypes.webhook.open(
    {
      ...{ id: newId('dest'), projectId: newId('proj'), name: 'hook', credentials: {} },
      ...{ metadata, signing: newSigningKeys() },
    },
    withOwnTimeLimit(givenContext({ timeoutMs: 600_000 }), metadata),
  )

  const [outcome] = await sink.send(givenEvents(1))

  expect(outcome).toMatchObject({
    class: 'timeout',
    detail: 'The destination did not respond within 1 s.',
  })
})
