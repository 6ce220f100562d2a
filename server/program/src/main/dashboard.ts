import fastifyStatic from '@fastify/static'
import type { Catalogue } from '@platform/connectors'
import { connectPagePath } from '@platform/contract'
import {
  buildDashboard,
  connectPageSecurityPolicy,
  dashboardFolder,
  dashboardSecurityPolicy,
} from '@platform/dashboard'
import type { FastifyInstance } from 'fastify'
import { compressFiles } from '@platform/kernel/http/compression'
import { createDocument, sendDocument } from '@platform/kernel/http/documents'
import { customRedirectUri } from '@platform/connections/connections/session/custom-attempt'
import { redirectUri } from '@platform/connections/connections/session/oauth-connect'

/** Paths of the dashboard's pages, which the browser renders. */
const pages = [
  '/',
  '/account',
  '/command-line',
  '/confirm-address',
  '/connect-agent',
  '/create-account',
  '/forgotten-password',
  '/reset-password',
  '/organizations/*',
  '/projects',
  '/projects/*',
]

let building: Promise<unknown> | undefined

/** Builds and compresses the dashboard if its sources have changed since the last build, once per process. */
async function buildDashboardOnce(): Promise<void> {
  building ??= buildDashboard().then(() => compressFiles(dashboardFolder))
  await building.catch((error: unknown) => {
    building = undefined
    throw error
  })
}

/** Serves the dashboard, rebuilt first if its sources have changed. */
export async function dashboardRoutes(
  http: FastifyInstance,
  { publicUrl, catalogue }: { publicUrl: string; catalogue: Catalogue },
): Promise<void> {
  await buildDashboardOnce()
  await http.register(fastifyStatic, {
    root: `${dashboardFolder}/assets`,
    prefix: '/assets/',
    immutable: true,
    preCompressed: true,
    maxAge: '1y',
    index: false,
  })
  // The browser may use another address than the public one.
  http.get('/addresses.json', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({
      redirectUri: redirectUri({ publicUrl }),
      customRedirectUri: customRedirectUri({ publicUrl }),
      registry: `${publicUrl}/npm`,
    }),
  )
  const providerNames = createDocument(() =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(catalogue).map(([name, { info }]) => [name, info.displayName ?? name]),
      ),
    ),
  )
  http.get('/provider-names.json', (request, reply) =>
    sendDocument(request, reply.header('cache-control', 'no-cache'), {
      document: providerNames,
      type: 'application/json; charset=utf-8',
    }),
  )
  // The same for every link: what it may show is decided by its secret, which is not in the request.
  http.get(`${connectPagePath}/:connectLinkId`, (_request, reply) =>
    reply
      .headers({
        'content-security-policy': connectPageSecurityPolicy,
        // The platform recognizes its own page by it, which needs no confirmation to connect.
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      .sendFile('connect.html', dashboardFolder, { maxAge: 0, immutable: false }),
  )
  for (const page of pages) {
    http.get(page, (_request, reply) =>
      reply
        .headers({
          'content-security-policy': dashboardSecurityPolicy,
          'referrer-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
        })
        .sendFile('index.html', dashboardFolder, { maxAge: 0, immutable: false }),
    )
  }
}
