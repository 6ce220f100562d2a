import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getQuery } from '../../http.ts'
import { requireDefined } from '../../require-defined.ts'
import type { AuthenticateHubspot } from './access.ts'
import { getInputs } from '../records/batch.ts'
import { HubSpotError, portalNotFound, validationError } from '../portal/errors.ts'
import type { CrmObject, PropertyGroup } from '../portal/crm-object.ts'
import type { Portal } from '../portal/portal.ts'
import {
  allowsFieldType,
  describeProperty,
  isPropertyType,
  property,
} from '../portal/properties.ts'
import type { PortalProperty, PortalPropertyOption } from '../portal/properties.ts'

type OfType = { Params: { type: string } }
type OfName = { Params: { type: string; name: string } }

interface Written {
  name?: string
  label?: string
  groupName?: string
  type?: string
  fieldType?: string
  description?: string
  options?: Partial<PortalPropertyOption>[]
  displayOrder?: number
  hidden?: boolean
  formField?: boolean
  hasUniqueValue?: boolean
  externalOptions?: boolean
  referencedObjectType?: string
}

const maxUniqueProperties = 10

class PropertyExists extends HubSpotError {
  constructor(name: string) {
    super(409, `A property named '${name}' already exists.`, {
      category: 'OBJECT_ALREADY_EXISTS',
      subCategory: 'Properties.PROPERTY_WITH_NAME_EXISTS',
      context: { name: [name] },
    })
  }
}

export function propertyRoutes(
  app: FastifyInstance,
  base: string,
  { enter }: { enter: AuthenticateHubspot },
): void {
  app.get<OfType>(`${base}/:type`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('schemas', object, 'read')
    const archived = getQuery(request)['archived'] === 'true'
    const wanted = [...object.properties.values()].filter((found) => found.archived === archived)
    return { results: wanted.map(describeProperty) }
  })

  app.post<OfType & { Body: Written }>(`${base}/:type`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('schemas', object, 'write')
    return reply.code(201).send(describeProperty(createProperty(portal, object, request.body)))
  })

  app.get<OfName>(`${base}/:type/:name`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('schemas', object, 'read')
    return describeProperty(
      findProperty(object, request.params.name, getQuery(request)['archived'] === 'true'),
    )
  })

  app.patch<OfName & { Body: Written }>(`${base}/:type/:name`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('schemas', object, 'write')
    const found = findProperty(object, request.params.name)
    return describeProperty(updateProperty(portal, object, found, request.body))
  })

  app.delete<OfName>(`${base}/:type/:name`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('schemas', object, 'write')
    archiveProperty(portal, findProperty(object, request.params.name))
    return reply.code(204).send()
  })

  batchRoutes(app, base, enter)
  groupRoutes(app, base, enter)
}

function batchRoutes(app: FastifyInstance, base: string, enter: AuthenticateHubspot): void {
  type Batch = { inputs: Written[]; archived?: boolean }

  app.post<OfType & { Body: Batch }>(`${base}/:type/batch/create`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('schemas', object, 'write')
    getInputs(request)
    const results: unknown[] = []
    const errors: unknown[] = []
    for (const input of request.body.inputs) {
      try {
        results.push(describeProperty(createProperty(portal, object, input)))
      } catch (error) {
        if (!(error instanceof HubSpotError)) throw error
        errors.push({ status: 'error', message: error.message, ...error.extra })
      }
    }
    return reply.code(errors.length > 0 ? 207 : 201).send(envelope(portal, results, errors))
  })

  app.post<OfType & { Body: Batch }>(`${base}/:type/batch/read`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('schemas', object, 'read')
    getInputs(request)
    const { inputs, archived = false } = request.body
    const names = inputs.map(({ name = '' }) => name)
    const isThere = (name: string) => object.properties.get(name)?.archived === archived
    const missing = names.filter((name) => !isThere(name))
    const results = names
      .filter(isThere)
      .map((name) => describeProperty(requireDefined(object.properties.get(name))))
    const errors = missing.map((name) => ({
      status: 'error',
      category: 'OBJECT_NOT_FOUND',
      message: `Property ${name} does not exist`,
      context: { name: [name] },
    }))
    return reply.code(errors.length > 0 ? 207 : 200).send(envelope(portal, results, errors))
  })

  app.post<OfType & { Body: Batch }>(`${base}/:type/batch/archive`, async (request, reply) => {
    const { portal, need } = enter(request, reply)
    const object = portal.object(request.params.type)
    need('schemas', object, 'write')
    getInputs(request)
    for (const { name = '' } of request.body.inputs) {
      const found = object.properties.get(name)
      if (found && !found.archived) archiveProperty(portal, found)
    }
    return reply.code(204).send()
  })
}

function groupRoutes(app: FastifyInstance, base: string, enter: AuthenticateHubspot): void {
  const listGroups = (request: FastifyRequest, object: CrmObject) => {
    const { name } = request.params as OfName['Params']
    const group = object.groups.get(name)
    if (!group || group.archived) throw portalNotFound()
    return group
  }

  app.get<OfType>(`${base}/:type/groups`, async (request, reply) => {
    const { portal } = enter(request, reply)
    const { groups } = portal.object(request.params.type)
    return { results: [...groups.values()].filter(({ archived }) => !archived) }
  })

  app.post<OfType & { Body: Partial<PropertyGroup> }>(
    `${base}/:type/groups`,
    async (request, reply) => {
      const { portal, need } = enter(request, reply)
      const object = portal.object(request.params.type)
      need('schemas', object, 'write')
      const { name, label, displayOrder = -1 } = request.body
      if (!name || !label) throw validationError('A property group needs a name and a label.')
      const known = object.groups.get(name)
      if (known && !known.archived) {
        throw new HubSpotError(409, `A property group named '${name}' already exists.`, {
          category: 'OBJECT_ALREADY_EXISTS',
          context: { name: [name] },
        })
      }
      const group = { name, label, displayOrder, archived: false }
      object.groups.set(name, group)
      return reply.code(201).send(group)
    },
  )

  app.get<OfName>(`${base}/:type/groups/:name`, async (request, reply) => {
    const { portal } = enter(request, reply)
    return listGroups(request, portal.object(request.params.type))
  })

  app.patch<OfName & { Body: Partial<PropertyGroup> }>(
    `${base}/:type/groups/:name`,
    async (request, reply) => {
      const { portal } = enter(request, reply)
      const group = listGroups(request, portal.object(request.params.type))
      const { label = group.label, displayOrder = group.displayOrder } = request.body
      return Object.assign(group, { label, displayOrder })
    },
  )

  app.delete<OfName>(`${base}/:type/groups/:name`, async (request, reply) => {
    const { portal } = enter(request, reply)
    listGroups(request, portal.object(request.params.type)).archived = true
    return reply.code(204).send()
  })
}

function findProperty(object: CrmObject, name: string, archived = false): PortalProperty {
  const found = object.properties.get(name)
  if (!found || found.archived !== archived) throw portalNotFound()
  return found
}

function createProperty(portal: Portal, object: CrmObject, written: Written): PortalProperty {
  const { label, groupName, type, fieldType } = written
  const name = written.name?.toLowerCase()
  if (!name || !label || !groupName || !type || !fieldType) {
    const needed = ['name', 'label', 'groupName', 'type', 'fieldType'] as const
    const missing = needed.filter((key) => !written[key])
    throw validationError(`Some required fields were not set: [${missing.join(', ')}]`)
  }
  if (!/^[a-z][a-z0-9_]{0,99}$/.test(name)) {
    throw validationError(
      `The name ${name} is not valid: lower-case letters, digits and underscores, a letter first.`,
    )
  }
  const known = object.properties.get(name)
  if (known && !known.archived) throw new PropertyExists(name)
  if (name.startsWith('hs_')) {
    throw validationError(`The name ${name} begins with the reserved prefix hs_.`)
  }
  if (!isPropertyType(type)) throw validationError(`Invalid property type: ${type}`)
  requireGroup(object, groupName)
  requireFieldType(type, fieldType)
  const options = completeOptions(written.options)
  requireOptions(type, options)
  const unique = [...object.properties.values()].filter(
    ({ hasUniqueValue, hubspotDefined }) => hasUniqueValue && !hubspotDefined,
  )
  if (written.hasUniqueValue && unique.length >= maxUniqueProperties) {
    throw validationError(`An object has at most ${maxUniqueProperties} unique properties.`)
  }

  const now = portal.now()
  const created = property(name, label, type, {
    groupName,
    fieldType,
    calculated: fieldType.startsWith('calculation_'),
    options,
    description: written.description ?? '',
    displayOrder: written.displayOrder ?? -1,
    hidden: written.hidden ?? false,
    formField: written.formField ?? false,
    hasUniqueValue: written.hasUniqueValue ?? false,
    externalOptions: written.externalOptions ?? false,
    ...(written.referencedObjectType ? { referencedObjectType: written.referencedObjectType } : {}),
    hubspotDefined: false,
    createdAt: now,
    updatedAt: now,
  })
  object.properties.set(name, created)
  return created
}

function updateProperty(
  portal: Portal,
  object: CrmObject,
  found: PortalProperty,
  written: Written,
): PortalProperty {
  if (found.hubspotDefined) {
    throw validationError(`The definition of ${found.name} is read only.`)
  }
  const type = written.type ?? found.type
  const fieldType = written.fieldType ?? found.fieldType
  if (!isPropertyType(type)) throw validationError(`Invalid property type: ${type}`)
  requireFieldType(type, fieldType)
  const groupName = written.groupName ?? found.groupName
  requireGroup(object, groupName)
  const options = written.options ? completeOptions(written.options) : found.options
  requireOptions(type, options)
  return Object.assign(found, {
    type,
    fieldType,
    calculated: fieldType.startsWith('calculation_'),
    groupName,
    options,
    label: written.label ?? found.label,
    description: written.description ?? found.description,
    displayOrder: written.displayOrder ?? found.displayOrder,
    hidden: written.hidden ?? found.hidden,
    formField: written.formField ?? found.formField,
    updatedAt: portal.now(),
  })
}

function archiveProperty(portal: Portal, found: PortalProperty): void {
  if (found.hubspotDefined) {
    throw validationError(`The property ${found.name} was defined by HubSpot and stays.`)
  }
  found.archived = true
  found.archivedAt = portal.now()
}

function requireGroup(object: CrmObject, name: string): void {
  const group = object.groups.get(name)
  if (!group || group.archived) throw validationError(`Property group ${name} does not exist.`)
}

function requireFieldType(type: PortalProperty['type'], fieldType: string): void {
  if (!allowsFieldType(type, fieldType)) {
    throw validationError(`The field type ${fieldType} is not allowed for the type ${type}.`)
  }
}

function requireOptions(type: PortalProperty['type'], options: PortalPropertyOption[]): void {
  const values = options.map(({ value }) => value)
  if (type === 'bool' && values.toSorted().join() !== 'false,true') {
    throw validationError('A property of type bool needs the two options true and false.')
  }
  const repeated = values.find((value, position) => values.indexOf(value) !== position)
  if (repeated !== undefined) {
    throw validationError(`Property option values must be unique: ${repeated}`)
  }
}

function completeOptions(options: Written['options'] = []): PortalPropertyOption[] {
  return options.map((option, position) => {
    if (option.label === undefined || option.value === undefined) {
      throw validationError('A property option needs a label and a value.')
    }
    return {
      label: option.label,
      value: option.value,
      ...(option.description === undefined ? {} : { description: option.description }),
      displayOrder: option.displayOrder ?? position,
      hidden: option.hidden ?? false,
    }
  })
}

function envelope(portal: Portal, results: unknown[], errors: unknown[]) {
  const at = new Date(portal.now()).toISOString()
  return {
    status: 'COMPLETE',
    results,
    startedAt: at,
    completedAt: at,
    ...(errors.length > 0 ? { numErrors: errors.length, errors } : {}),
  }
}
