import type { FastifyInstance } from 'fastify'
import { requireDefined } from '../../require-defined.ts'
import type { AuthenticateHubspot } from './access.ts'
import { HubSpotError, validationError } from '../portal/errors.ts'
import type { CrmObject } from '../portal/crm-object.ts'
import type { Portal } from '../portal/portal.ts'
import {
  describeProperty,
  isPropertyType,
  property,
  type PortalProperty,
} from '../portal/properties.ts'

interface Written {
  name?: string
  labels?: { singular?: string; plural?: string }
  primaryDisplayProperty?: string
  requiredProperties?: string[]
  properties?: {
    name: string
    label: string
    type: string
    fieldType: string
    hasUniqueValue?: boolean
  }[]
}

/** IDs of custom objects are above those of standard ones. */
const firstCustomId = 41_000_000_001
const idsPerObject = 1_000_000_000
const firstTypeNumber = 3_001

/** Serves the portal's custom objects; schemas of standard objects can be read as well. */
export function schemaRoutes(
  app: FastifyInstance,
  base: string,
  { enter }: { enter: AuthenticateHubspot },
): void {
  app.get(base, async (request, reply) => {
    const { portal } = enter(request, reply)
    return { results: customObjects(portal).map((object) => describeSchema(portal, object)) }
  })

  app.get<{ Params: { type: string } }>(`${base}/:type`, async (request, reply) => {
    const { portal } = enter(request, reply)
    return describeSchema(portal, portal.object(request.params.type))
  })

  app.post(base, async (request, reply) => {
    const { portal } = enter(request, reply)
    const object = createObject(portal, request.body ?? {})
    return reply.code(201).send(describeSchema(portal, object))
  })
}

const customObjects = (portal: Portal) =>
  portal.objects().filter(({ typeId }) => typeId.startsWith('2-'))

function describeSchema(portal: Portal, object: CrmObject) {
  const { name, typeId, singular, plural = name, requiredProperties, defaultProperties } = object
  const at = new Date(0).toISOString()
  return {
    id: typeId.replace(/^\d-/, ''),
    objectTypeId: typeId,
    fullyQualifiedName: typeId.startsWith('2-') ? name : singular.toUpperCase(),
    name: name.replace(/^p\d+_/, ''),
    labels: { singular, plural },
    primaryDisplayProperty: defaultProperties[0],
    secondaryDisplayProperties: [],
    searchableProperties: defaultProperties,
    requiredProperties,
    properties: [...object.properties.values()]
      .filter(({ archived }) => !archived)
      .map(describeProperty),
    associations: [],
    archived: false,
    allowsSensitiveProperties: false,
    createdAt: at,
    updatedAt: at,
    portalId: Number(portal.id),
  }
}

function createObject(portal: Portal, written: Written): CrmObject {
  const { name, labels, properties = [], requiredProperties = [] } = written
  if (!name || !labels?.singular || !labels.plural || properties.length === 0) {
    throw validationError('A schema needs a name, labels, and at least one property.')
  }
  if (!/^[a-z]\w*$/i.test(name)) throw validationError(`The name ${name} is not valid.`)
  const fullName = `p${portal.id}_${name.toLowerCase()}`
  if (portal.objects().some((known) => known.name === fullName)) {
    throw new HubSpotError(409, `An object named '${name}' already exists.`, {
      category: 'OBJECT_ALREADY_EXISTS',
    })
  }
  const shown = written.primaryDisplayProperty ?? requireDefined(properties[0]).name
  if (!properties.some((one) => one.name === shown)) {
    throw validationError(`The primary display property ${shown} is no property of the object.`)
  }
  const number = customObjects(portal).length
  return portal.addObject({
    name: fullName,
    singular: labels.singular,
    plural: labels.plural,
    typeId: `2-${firstTypeNumber + number}`,
    firstId: firstCustomId + number * idsPerObject,
    modifiedProperty: 'hs_lastmodifieddate',
    defaultProperties: [shown],
    requiredProperties,
    properties: [...systemProperties(), ...properties.map(ownProperty)],
  })
}

const systemProperties = (): PortalProperty[] => [
  property('hs_object_id', 'Record ID', 'number', { readOnlyValue: true, hasUniqueValue: true }),
  property('createdate', 'Create Date', 'datetime', { readOnlyValue: true }),
  property('hs_lastmodifieddate', 'Last Modified Date', 'datetime', { readOnlyValue: true }),
]

function ownProperty({
  name,
  label,
  type,
  fieldType,
  hasUniqueValue = false,
}: NonNullable<Written['properties']>[number]): PortalProperty {
  if (!isPropertyType(type)) throw validationError(`Invalid property type: ${type}`)
  return property(name, label, type, { fieldType, hasUniqueValue, hubspotDefined: false })
}
