import { dirname } from 'node:path'
import type { Client } from '@platform/client'
import { command } from '../command.ts'
import { everyPage } from '../target/every-page.ts'
import { findOrganizationId } from '../target/find-organization-id.ts'
import {
  folderProjectFile,
  readFolderProject,
  writeFolderProject,
} from '../target/folder-project.ts'
import { rememberProject } from '../target/sign-ins.ts'
import { targetNotes, targetOptions, requireCredentials } from '../target/target.ts'
import { CommandError, painter, print, printable, type Terminal } from '../terminal/terminal.ts'

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
  summary: 'Set the project of this folder, or show which one applies.',
  argument: {
    name: 'name',
    description: 'Name or ID of the project. Without it, nothing changes.',
  },
  options: {
    global: {
      type: 'boolean',
      description: 'Set your default instead, for folders without a project of their own.',
    },
    json: options.json,
    'base-url': baseUrl,
  },
  notes: `The project is written to .platform.json in the folder with your platform.yaml, package.json or
repository, and applies there and below. It contains no secret: commit it, so that the others of your team
use the same project. Outside of such a folder, your default is set.

${targetNotes}`,
  async run({ argument: wanted, values, terminal }) {
    const who = await requireCredentials(values, terminal)
    if (!wanted) {
      const { project, projectFrom } = who
      if (project === undefined)
        throw new CommandError('No project is set: `platform projects use <name>`.')
      print(
        terminal.stdout,
        values.json
          ? JSON.stringify({ name: project, from: projectFrom }, null, 2)
          : `${project} (from ${projectFrom})`,
      )
      return 0
    }
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
    const where = await keepProject(
      { baseUrl: who.baseUrl, project: found.name, isGlobal: values.global },
      terminal,
    )
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify(found, null, 2)
        : `Commands now use project ${found.name}${where}`,
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
    const where =
      email === undefined
        ? ''
        : await keepProject({ baseUrl: server, project: created.name }, terminal)
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify(created, null, 2)
        : `Created project ${created.name}. Commands now use it${where}`,
    )
    return 0
  },
})

/** Sets the project of the folder, or else the user’s default. Returns where it applies, in words. */
async function keepProject(
  {
    baseUrl: server,
    project,
    isGlobal = false,
  }: { baseUrl: string; project: string; isGlobal?: boolean | undefined },
  terminal: Terminal,
): Promise<string> {
  const file = isGlobal
    ? undefined
    : await writeFolderProject({ baseUrl: server, project }, terminal)
  if (file !== undefined) return ` in ${dirname(file)} (${folderProjectFile}, without secrets)`
  await rememberProject(server, project, terminal)
  const folder = await readFolderProject(terminal)
  return folder ? `, except here: ${folder.file} names ${folder.project}` : ''
}

const allProjects = (client: Client) => everyPage((query) => client.page('/v1/projects', { query }))
