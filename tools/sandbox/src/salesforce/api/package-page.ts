import type { FastifyInstance } from 'fastify'
import { installedPage, packagePage } from '../../consent-page.ts'
import { getQuery, parseForm } from '../../http.ts'
import { sandboxApps, sandboxPackagePath } from '../../oauth-apps.ts'
import type { SandboxState } from '../../state.ts'
import { organizations } from '../org/org.ts'
import { look } from './consent.ts'

const [path = '', query] = sandboxPackagePath.split('?')
const packageId = new URLSearchParams(query).get('p0')

/** Serves the page where an administrator installs the package of the built-in app. */
export function packageRoutes(http: FastifyInstance, { state }: { state: SandboxState }): void {
  http.get(path, async (request, reply) => {
    const page = { ...look, appName: 'Sandbox App', accounts: organizations }
    const isKnown = getQuery(request)['p0'] === packageId
    return reply
      .code(isKnown ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(isKnown ? packagePage(page) : 'The package does not exist.')
  })

  http.post(path, async (request, reply) => {
    const account = parseForm(request)['sandbox_account']
    const org = organizations.find(({ id }) => id === account)
    if (!org) return reply.code(400).send('The organization does not exist.')
    state.installPackage(sandboxApps.salesforce.clientId, org.id)
    return reply
      .type('text/html; charset=utf-8')
      .send(installedPage({ ...look, appName: 'Sandbox App', account: org.name }))
  })
}
