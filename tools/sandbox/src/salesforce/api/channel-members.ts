import type { FastifyInstance } from 'fastify'
import { orgNotFound, SalesforceError } from '../org/errors.ts'
import { createChangeEvent, type ChannelMember } from '../org/change-events.ts'
import { makeRecordId } from '../org/ids.ts'
import type { SalesforceOrg } from '../org/org.ts'
import { getRequestBody, type AuthenticateSalesforce } from './enter.ts'

type Version = { version: string }
type OfMember = { Params: Version & { id: string } }

/** Maximum number of objects without the add-on. */
const maxMembers = 5
const base = '/services/data/v:version/tooling/sobjects/PlatformEventChannelMember'

/** Serves the members of change data capture; their query is in `tooling.ts`. */
export function channelMemberRoutes(
  http: FastifyInstance,
  { enter }: { enter: AuthenticateSalesforce },
): void {
  http.post<{ Params: Version }>(base, async (request, reply) => {
    const org = enter(request, reply)
    const { FullName, Metadata } = getRequestBody(request) as {
      FullName?: string
      Metadata?: { eventChannel?: string; selectedEntity?: string }
    }
    const { eventChannel, selectedEntity } = Metadata ?? {}
    if (!FullName || !eventChannel || !selectedEntity) {
      throw new SalesforceError(400, 'REQUIRED_FIELD_MISSING', 'FullName and Metadata are required')
    }
    const member = addMember(org, { fullName: FullName, eventChannel, selectedEntity })
    return reply
      .code(201)
      .send({ id: member.id, success: true, errors: [], warnings: [], infos: [] })
  })

  http.get<OfMember>(`${base}/:id`, async (request, reply) => {
    const org = enter(request, reply)
    return channelMemberRow(findMember(org, request.params.id))
  })

  http.delete<OfMember>(`${base}/:id`, async (request, reply) => {
    const org = enter(request, reply)
    const member = findMember(org, request.params.id)
    org.events.members = org.events.members.filter((other) => other !== member)
    return reply.code(204).send()
  })
}

/** Formats a row like a query of the Tooling API. */
export const channelMemberRow = ({
  id,
  fullName,
  eventChannel,
  selectedEntity,
}: ChannelMember) => ({
  Id: id,
  DeveloperName: fullName,
  FullName: fullName,
  EventChannel: eventChannel,
  SelectedEntity: selectedEntity,
  Metadata: { eventChannel, selectedEntity },
})

function addMember(org: SalesforceOrg, written: Omit<ChannelMember, 'id'>): ChannelMember {
  const { members } = org.events
  const { fullName, eventChannel, selectedEntity } = written
  if (!org.objects().some(({ name }) => createChangeEvent(name) === selectedEntity)) {
    const message = `The selected entity ${selectedEntity} does not exist or does not support change events`
    throw new SalesforceError(400, 'INVALID_FIELD', message)
  }
  const isThere = members.some(
    (other) =>
      other.fullName === fullName ||
      (other.eventChannel === eventChannel && other.selectedEntity === selectedEntity),
  )
  if (isThere) {
    const message = `The developer name ${fullName} is in use already`
    throw new SalesforceError(400, 'DUPLICATE_DEVELOPER_NAME', message)
  }
  if (new Set(members.map((other) => other.selectedEntity)).size >= maxMembers) {
    const message = `You can select at most ${maxMembers} entities for change notifications`
    throw new SalesforceError(400, 'LIMIT_EXCEEDED', message)
  }
  org.memberCount += 1
  const member = { id: makeRecordId('0v8', 'A', org.memberCount), ...written }
  org.events.members = [...members, member]
  return member
}

function findMember(org: SalesforceOrg, id: string): ChannelMember {
  const found = org.events.members.find((member) => member.id.startsWith(id.slice(0, 15)))
  if (!found) throw orgNotFound()
  return found
}
