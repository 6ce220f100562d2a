import type { Client } from '@platform/client'
import { command } from '../command.ts'
import { everyPage } from '../every-page.ts'
import { findOrganizationId } from '../find-organization-id.ts'
import { rememberProject } from '../sign-ins.ts'
import { targetNotes, targetOptions, requireCredentials } from '../target.ts'
import { CommandError, painter, print, printable } from '../terminal.ts'

const { 'api-key': apiKey, 'base-url': baseUrl } = targetOptions
const options = {
  json: { type: 'boolean', description: 'Print JSON.' },
  'api-key': apiKey,
  'base-url': baseUrl,
} as const

export const projectsList = command({
  name: 'projects list',
  summary: 'List your projects.',
  options,
  notes: targetNotes,
  async run({ values, terminal }) {
    const { client, project } = await requireCredentials(values, terminal)
    const all = await allProjects(client)
    if (values.json) {
      print(terminal.stdout, JSON.stringify(all, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    if (all.length === 0) print(terminal.stdout, noProject)
    for (const { id, name, appName } of all) {
      const isUsed = project === name || project === id
      const mark = isUsed ? paint('green', '*') : ' '
      print(terminal.stdout, `${mark} ${name}  ${printable(appName)}  ${id}`)
    }
    return 0
  },
})

const noProject = 'No projects yet. Create one with `platform projects create <name>`.'

export const projectsUse = command({
  name: 'projects use',
  summary: 'Set the project that commands use without --project.',
  argument: { name: 'name', description: 'Name or ID of the project.', isNeeded: true },
  options: { json: options.json, 'base-url': baseUrl },
  async run({ argument: wanted, values, terminal }) {
    if (!wanted) throw new CommandError('The name of a project is required.')
    const who = await requireCredentials(values, terminal)
    const all = await allProjects(who.client)
    const found = all.find(({ id, name }) => name === wanted || id === wanted)
    if (!found) {
      const names = all.map(({ name }) => name).join(', ')
      throw new CommandError(
        `No access to project ${wanted}. ${names ? `Your projects: ${names}.` : noProject}`,
        1,
      )
    }
    if (who.email === undefined) {
      throw new CommandError('An API key belongs to one project: use the key of that project.')
    }
    await rememberProject(who.baseUrl, found.name, terminal)
    print(
      terminal.stdout,
      values.json ? JSON.stringify(found, null, 2) : `Commands now use project ${found.name}`,
    )
    return 0
  },
})

export const projectsCreate = command({
  name: 'projects create',
  summary: 'Create a project and use it.',
  argument: {
    name: 'name',
    description: 'Name in URLs: letters, digits and dashes.',
    isNeeded: true,
  },
  options: {
    'app-name': {
      type: 'string',
      value: 'NAME',
      description: 'Name of your product, shown to your customers. Default: the project’s name.',
    },
    org: {
      type: 'string',
      value: 'NAME',
      description: 'Name or ID of the organization. Required if you belong to several.',
    },
    json: options.json,
    'base-url': baseUrl,
  },
  notes: 'Requires `platform login`: an API key belongs to one project and cannot create another.',
  async run({ argument: name, values, terminal }) {
    if (!name) throw new CommandError('The name of the project is required.')
    const { client, baseUrl: server, email } = await requireCredentials(values, terminal)
    const orgId = await findOrganizationId(client, values.org)
    const body = { name, appName: values['app-name'] ?? name, orgId }
    const created = await client.post('/v1/projects', { body })
    if (email !== undefined) await rememberProject(server, created.name, terminal)
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify(created, null, 2)
        : `Created project ${created.name}. Commands now use it`,
    )
    return 0
  },
})

const allProjects = (client: Client) => everyPage((query) => client.page('/v1/projects', { query }))
