import { once } from 'node:events'
import { createServer } from 'node:https'
import type { LookupFunction } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { issueCertificates } from '@platform/testing/certificates'
import { givenProxy } from '@platform/testing/connect-proxy'
import { expect, it, onTestFinished, type TestContext } from 'vitest'
import { getPort } from '../values/net.ts'
import type { ProjectId } from '@platform/contract'
import { createEgress, type EgressSettings } from './egress.ts'

const orchard: LookupFunction = (_host, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }])

/** A provider that demands a certificate of its authority, and answers with its name. */
async function givenProvider({ skip }: TestContext, settings: EgressSettings = {}) {
  const issued = await issueCertificates()
  if (!issued) return skip('openssl is not on this machine')
  const { authority, server: own } = issued
  const sockets = new Set<TLSSocket>()
  const names: string[] = []
  const server = createServer(
    {
      cert: own.certificate,
      key: own.privateKey,
      ca: authority,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, reply) => {
      const socket = request.socket as TLSSocket
      sockets.add(socket)
      const { subject } = socket.getPeerCertificate()
      names.push(String(subject.CN))
      reply.end(String(subject.CN))
    },
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, authority])
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'], lookup: orchard, ...settings })
  onTestFinished(() => egress.close())
  const url = `https://orchard.test:${getPort(server)}/`
  return { egress, url, sockets, names, ...issued }
}

const [first, second] = ['proj_1', 'proj_2'] as [ProjectId, ProjectId]

it('presents the certificate of each caller, and none without one', async (context) => {
  const { egress, url, clients } = await givenProvider(context)
  const [ana, ben] = clients

  const replies = await Promise.all(
    [ana, ben, ana, ben].map((clientCertificate) =>
      egress.forTenant(first, { clientCertificate }).request(url),
    ),
  )

  expect(replies.map(({ body }) => body)).toEqual(['ana', 'ben', 'ana', 'ben'])
  await expect(egress.forTenant(first).request(url)).rejects.toThrow()
  await expect(egress.forTenant(second).request(url)).rejects.toThrow()
})

it('keeps a connection for one certificate, and shares it with no other project', async (context) => {
  const { egress, url, clients, sockets } = await givenProvider(context)
  const [ana] = clients
  const ask = (project: ProjectId) =>
    egress.forTenant(project, { clientCertificate: { ...ana } }).request(url)

  for (let n = 0; n < 20; n++) await ask(first)
  const own = sockets.size
  await ask(second)

  expect(own).toBeLessThan(20)
  expect(sockets.size).toBe(own + 1)
})

it('lends an open connection to nobody who knows only the certificate', async (context) => {
  const { egress, url, clients, names } = await givenProvider(context)
  const [ana, ben] = clients
  await egress.forTenant(first, { clientCertificate: ana }).request(url)

  const mixed = { certificate: ana.certificate, privateKey: ben.privateKey }
  const asking = egress.forTenant(first, { clientCertificate: mixed }).request(url)

  await expect(asking).rejects.toThrow(/key values mismatch/)
  expect(names).toEqual(['ana'])
})

it.each([
  ['no PEM', 'a', 'b'],
  ['nothing', '', ''],
])('rejects %s as certificate without ending others', async (_what, certificate, privateKey) => {
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'], lookup: orchard })
  onTestFinished(() => egress.close())

  const asking = egress
    .forTenant(first, { clientCertificate: { certificate, privateKey } })
    .request('https://orchard.test:1/')

  await expect(asking).rejects.toThrow()
})

it('presents the certificate within the tunnel of a proxy', async (context) => {
  const proxy = await givenProxy()
  const { egress, url, clients } = await givenProvider(context, { proxy: { https: proxy.url } })

  const reply = await egress.forTenant(first, { clientCertificate: clients[1] }).request(url)

  expect([reply.body, proxy.asked.length]).toEqual(['ben', 1])
})

it('forgets the certificates that are unused for longest', async (context) => {
  const { egress, url, clients, sockets } = await givenProvider(context, {
    maxTlsSettings: 1,
  })
  const [ana, ben] = clients
  const ask = (clientCertificate: typeof ana) =>
    egress.forTenant(first, { clientCertificate }).request(url)

  // Requests under way are not cut off.
  const together = await Promise.all([ask(ana), ask(ben), ask(ana)])
  await ask(ben)

  expect(together.map(({ body }) => body)).toEqual(['ana', 'ben', 'ana'])
  expect(sockets.size).toBeGreaterThan(2)
})
