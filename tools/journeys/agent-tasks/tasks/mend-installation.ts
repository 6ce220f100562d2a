import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Schemas } from '@platform/client'
import { eventually } from '../../support/program.ts'
import type { AgentTask, TaskPlace } from '../task.ts'
import type { TaskServer } from '../task-server.ts'

/** The deployed manifest, before it is broken. */
export const wellManifest = `specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: LastName
            - fieldName: Email
              mapToName: email
          backfill:
            defaultPeriod:
              days: 30
`
const brokenManifest = wellManifest.replace('fieldName: Email', 'fieldName: EMail__c')

const findInstallation = async ({ call }: Pick<TaskPlace, 'call'>) => {
  const path = '/v1/{p}/integrations/crm/installations'
  const [found] = await call<Schemas['Installation'][]>('GET', path)
  return found
}

/** A deployed field that no account has: all reads fail. */
export const mendInstallation = (server: TaskServer): AgentTask => {
  let installationId = ''
  return {
    name: 'mend a failing installation',
    prompt: ({
      baseUrl,
      project,
    }) => `The customer \`globex\` receives no new contacts any more. Find the cause, and repair it for all customers, \
without losing data that was delivered: last names and email addresses. The manifest that is deployed is platform.yaml in this folder.

- The platform runs at ${baseUrl}; its documentation begins at ${baseUrl}/llms.txt. The project is ${project}. PLATFORM_BASE_URL, PLATFORM_PROJECT
  and PLATFORM_API_KEY are set, and the command line is \`platform\`.
- When you are done, the contacts of \`globex\` must have been read successfully.`,
    async prepare() {
      const tenant = await server.installedTenant('failing')
      // A deployment of a field that accounts do not have is rejected unless it is forced.
      await tenant.call('PUT', '/v1/{p}/integrations:batch?force=true', {
        sourceYaml: brokenManifest,
      })
      await tenant.call('POST', '/read/v1/{p}/integrations/crm/objects/Contact', {
        groupRef: 'globex',
      })
      await eventually(async () => (await findInstallation(tenant))?.health.state === 'failing')
      installationId = (await findInstallation(tenant))!.id
      const place = await server.place({ tenant })
      await writeFile(join(place.folder, 'platform.yaml'), brokenManifest)
      return place
    },
    script: () => [
      // It exits with 3 while something fails.
      'platform status || test $? = 3',
      'platform explain crm --group globex',
      'sed -i s/EMail__c/Email/ platform.yaml',
      'platform deploy',
      'platform trigger crm --object Contact --group globex --follow',
    ],
    async score(place) {
      const faults = []
      const installation = await findInstallation(place)
      if (installation?.id !== installationId) return ['The customer’s installation is gone.']
      if (installation.health.state !== 'healthy')
        faults.push(
          `The installation is ${installation.health.state}: ${installation.health.reason}`,
        )
      const [latest] = await place.call<Schemas['Operation'][]>('GET', '/v1/{p}/operations')
      if (latest?.status !== 'success') faults.push(`The latest operation is ${latest?.status}.`)
      const { latestRevision } = await place.call<Schemas['Integration']>(
        'GET',
        '/v1/{p}/integrations/crm',
      )
      const [contact] = latestRevision.content.read?.objects ?? []
      const fields = JSON.stringify(contact)
      for (const field of ['LastName', 'Email'])
        if (!fields.includes(`"fieldName":"${field}"`))
          faults.push(`${field} is not read any more.`)
      return faults
    },
  }
}
