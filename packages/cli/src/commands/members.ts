import type { Client, Schemas } from '@platform/client'
import { didYouMean } from '@platform/manifest'
import { command } from '../command.ts'
import { everyPage } from '../target/every-page.ts'
import { findOrganizationId } from '../target/find-organization-id.ts'
import { targetOptions, requireCredentials } from '../target/target.ts'
import { CommandError, painter, print, printable, type Terminal } from '../terminal/terminal.ts'

type Builder = Schemas['Builder']
type ProjectRoles = NonNullable<Schemas['Membership']['projectRoles']>

const options = {
  org: {
    type: 'string',
    value: 'NAME',
    description: 'Name or ID of the organization. Required if you belong to several.',
  },
  json: { type: 'boolean', description: 'Print JSON.' },
  'base-url': targetOptions['base-url'],
} as const

const notes = 'Requires `platform login`: an API key belongs to a project and manages no members.'

const memberArgument = {
  name: 'member',
  description: 'Email address or ID (bld_…) of the member.',
  isNeeded: true,
} as const

export const membersList = command({
  name: 'members list',
  summary: 'List the members of an organization with their roles.',
  options,
  notes,
  async run({ values, terminal }) {
    const org = await findMemberOrg(values, terminal)
    const members = await Promise.all(
      (await listMembers(org)).map(async ({ id, primaryEmail, fullName, role }) => ({
        id,
        primaryEmail,
        fullName,
        role,
        ...(role === 'limited' && { projectRoles: await listProjectRoles(org, id) }),
      })),
    )
    if (values.json) {
      print(terminal.stdout, JSON.stringify(members, null, 2))
      return 0
    }
    const paint = painter(terminal, terminal.stdout)
    const projects = members.some(({ projectRoles }) => projectRoles)
      ? await listOrgProjects(org)
      : []
    for (const { id, primaryEmail, role, projectRoles = {} } of members) {
      print(
        terminal.stdout,
        `${paint('bold', printable(primaryEmail ?? id))}  ${role ?? ''}  ${id}`,
        ...Object.entries(projectRoles).map(([projectId, its]) => {
          const name = projects.find((project) => project.id === projectId)?.name ?? projectId
          return `  ${name}: ${its}`
        }),
      )
    }
    return 0
  },
})

export const membersSetRole = command({
  name: 'members set-role',
  summary: 'Change the role of a member, or their roles in selected projects.',
  argument: memberArgument,
  options: {
    role: {
      type: 'string',
      value: 'ROLE',
      oneOf: ['owner', 'admin', 'member', 'limited'],
      description: 'Role in the organization. Default with --project-role: limited.',
    },
    'project-role': {
      type: 'string',
      value: 'PROJECT=ROLE',
      multiple: true,
      description:
        'Role in one project: viewer, developer, operator or admin. Repeat for several. Replaces the previous ones.',
    },
    ...options,
  },
  notes: `A limited member sees only the projects in which they have a role. ${notes}`,
  async run({ argument, values, terminal }) {
    const named = mustNameMember(argument)
    const given = values['project-role']?.map(parseProjectRole)
    const role = values.role ?? (given && 'limited')
    if (!role) throw new CommandError('--role or --project-role is required.')
    if (given && role !== 'limited') {
      throw new CommandError('Roles in projects are for the role limited.')
    }
    const org = await findMemberOrg(values, terminal)
    const member = await findMember(org, named)
    const projectRoles = given && (await byProjectId(org, given))
    const changed = await org.client.patch('/v1/orgs/{orgId}/memberships/{builderId}', {
      params: { orgId: org.id, builderId: member.id },
      body: { role: asRole(role), ...(projectRoles && { projectRoles }) },
    })
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify(changed, null, 2)
        : `${printable(member.primaryEmail ?? member.id)} now has the role ${changed.role}`,
    )
    return 0
  },
})

export const membersRemove = command({
  name: 'members remove',
  summary: 'Remove a member. They lose access to the organization and its projects.',
  argument: memberArgument,
  options,
  notes: `What the member created is kept. ${notes}`,
  async run({ argument, values, terminal }) {
    const named = mustNameMember(argument)
    const org = await findMemberOrg(values, terminal)
    const member = await findMember(org, named)
    await org.client.delete('/v1/orgs/{orgId}/memberships/{builderId}', {
      params: { orgId: org.id, builderId: member.id },
    })
    print(
      terminal.stdout,
      values.json
        ? JSON.stringify({ removed: { member: member.id } }, null, 2)
        : `Removed ${printable(member.primaryEmail ?? member.id)}`,
    )
    return 0
  },
})

interface Org {
  id: string
  client: Client
}

async function findMemberOrg(
  values: { org?: string | undefined; 'base-url'?: string | undefined },
  terminal: Terminal,
): Promise<Org> {
  const { client, email } = await requireCredentials(values, terminal)
  if (email === undefined) {
    throw new CommandError('An API key manages no members. Sign in with `platform login`.')
  }
  return { id: await findOrganizationId(client, values.org), client }
}

const listMembers = ({ id: orgId, client }: Org): Promise<Builder[]> =>
  everyPage((query) => client.page('/v1/orgs/{orgId}/builders', { params: { orgId }, query }))

async function listProjectRoles({ id: orgId, client }: Org, builderId: string) {
  const { projectRoles = {} } = await client.get('/v1/orgs/{orgId}/memberships/{builderId}', {
    params: { orgId, builderId },
  })
  return projectRoles
}

const listOrgProjects = async ({ id, client }: Org) =>
  (await everyPage((query) => client.page('/v1/projects', { query }))).filter(
    ({ orgId }) => orgId === id,
  )

function mustNameMember(named: string | undefined): string {
  if (named !== undefined) return named
  throw new CommandError('The email address or ID of a member is required.')
}

async function findMember(org: Org, named: string): Promise<Builder> {
  const members = await listMembers(org)
  const wanted = named.toLowerCase()
  const found = members.find(
    ({ id, primaryEmail }) => id === named || primaryEmail?.toLowerCase() === wanted,
  )
  if (found) return found
  const emails = members.flatMap(({ primaryEmail }) => primaryEmail ?? [])
  const hint = didYouMean(named, emails)
  throw new CommandError(
    [`The organization has no member ${named}.`, hint].filter(Boolean).join(' '),
    1,
  )
}

const projectRoleNames = ['viewer', 'developer', 'operator', 'admin'] as const
type ProjectRole = (typeof projectRoleNames)[number]

function parseProjectRole(text: string): { project: string; role: ProjectRole } {
  const [project = '', word, ...more] = text.split('=')
  const role = projectRoleNames.find((name) => name === word)
  if (project && role && more.length === 0) return { project, role }
  throw new CommandError(
    `--project-role must be a project and viewer, developer, operator or admin, such as crm=viewer, not ${text}.`,
  )
}

async function byProjectId(
  org: Org,
  given: readonly { project: string; role: ProjectRole }[],
): Promise<ProjectRoles> {
  const projects = await listOrgProjects(org)
  return Object.fromEntries(
    given.map(({ project, role }) => {
      const found = projects.find(({ id, name }) => id === project || name === project)
      if (found) return [found.id, role]
      const names = projects.map(({ name }) => name)
      throw new CommandError(
        [`The organization has no project ${project}.`, didYouMean(project, names)]
          .filter(Boolean)
          .join(' '),
        1,
      )
    }),
  )
}

const asRole = (role: string): Schemas['Membership']['role'] =>
  (['owner', 'admin', 'member'] as const).find((one) => one === role) ?? 'limited'
