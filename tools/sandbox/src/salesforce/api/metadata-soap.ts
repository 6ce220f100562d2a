import type { FastifyInstance } from 'fastify'
import type { Grants } from '../../grants.ts'
import { requireDefined } from '../../require-defined.ts'
import {
  deleteField,
  customFieldMetadata,
  saveField,
  splitFullName,
} from '../metadata/custom-fields.ts'
import { SalesforceError } from '../org/errors.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { Orgs } from './orgs.ts'
import { readPermissionSet, savePermissionSet } from '../metadata/permission-set-metadata.ts'
import {
  childElement,
  childrenNamed,
  parseXml,
  toValue,
  renderSoap,
  XmlError,
} from '../metadata/xml.ts'
import type { Element, XmlObject, SoapValue } from '../metadata/xml.ts'

const maxComponents = 10
const namespace = 'http://soap.sforce.com/2006/04/metadata'

const operations = [
  'createMetadata',
  'updateMetadata',
  'upsertMetadata',
  'readMetadata',
  'deleteMetadata',
  'describeMetadata',
] as const
type Operation = (typeof operations)[number]

/** Serves the Metadata API for custom fields and permission sets. */
export function metadataRoutes(
  http: FastifyInstance,
  { grants, orgs }: { grants: Grants; orgs: Orgs },
): void {
  for (const url of ['/services/Soap/m/:version', '/services/Soap/m/:version/:org']) {
    http.post(url, async (request, reply) => {
      reply.type('text/xml; charset=utf-8')
      try {
        return answer(typeof request.body === 'string' ? request.body : '')
      } catch (error) {
        if (error instanceof XmlError) {
          return reply.code(500).send(soapFault('soapenv:Client', error.message))
        }
        throw error
      }
    })
  }

  function answer(xml: string): string {
    const envelope = parseXml(xml)
    const header = childElement(envelope, 'Header')
    const token =
      childElement(childElement(header, 'SessionHeader'), 'sessionId')?.text.trim() ?? ''
    const grant = grants.read(token, 'access')
    if (!grant || grants.isExpired(grant) || !grants.mayCallApi(grant)) {
      throw new SalesforceError(
        401,
        'INVALID_SESSION_ID',
        'Invalid Session ID found in SessionHeader: Illegal Session',
      )
    }
    const org = requireDefined(orgs.get(grant.account))
    org.calls += 1

    const call = childElement(envelope, 'Body')?.children[0]
    const operation = operations.find((name) => name === call?.name)
    if (!call || !operation) throw new XmlError(`No operation available for ${call?.name}`)
    const allOrNone =
      childElement(childElement(header, 'AllOrNoneHeader'), 'allOrNone')?.text.trim() === 'true'
    const result = runOperation(org, operation, call, allOrNone)
    return soapEnvelope(
      `<${operation}Response xmlns="${namespace}">${result}</${operation}Response>`,
    )
  }
}

/** Formats a SOAP fault. */
export function soapFault(code: string, message: string): string {
  return soapEnvelope(
    `<soapenv:Fault>${renderSoap('faultcode', code)}${renderSoap('faultstring', message)}</soapenv:Fault>`,
  )
}

const soapEnvelope = (body: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:sf="http://soap.sforce.com/2006/04/metadata">' +
  `<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`

/** Types that can be created and read here, as files of a deployment name them. */
const description: XmlObject = {
  metadataObjects: [
    {
      childXmlNames: ['CustomField'],
      directoryName: 'objects',
      inFolder: false,
      metaFile: false,
      suffix: 'object',
      xmlName: 'CustomObject',
    },
    {
      directoryName: 'permissionsets',
      inFolder: false,
      metaFile: false,
      suffix: 'permissionset',
      xmlName: 'PermissionSet',
    },
  ],
  organizationNamespace: '',
  partialSaveAllowed: true,
  testRequired: false,
}

function runOperation(
  org: SalesforceOrg,
  operation: Operation,
  call: Element,
  allOrNone: boolean,
): string {
  const components = childrenNamed(call, 'metadata')
  const fullNames = childrenNamed(call, 'fullNames').map(({ text }) => text.trim())
  if (Math.max(components.length, fullNames.length) > maxComponents) {
    throw new SalesforceError(
      400,
      'LIMIT_EXCEEDED',
      `You cannot use more than ${maxComponents} components in one call`,
    )
  }

  if (operation === 'describeMetadata') return renderSoap('result', description)
  if (operation === 'readMetadata') {
    const type = childElement(call, 'type')?.text.trim() ?? ''
    return `<result>${fullNames.map((name) => readComponent(org, type, name)).join('')}</result>`
  }
  if (operation === 'deleteMetadata') {
    return renderSoap(
      'result',
      fullNames.map((fullName) => toSaveResult(fullName, () => deleteField(org, fullName))),
    )
  }

  const undo = allOrNone ? snapshot(org) : undefined
  const results = components.map((component) => {
    const definition = toValue(component) as XmlObject
    const fullName = String(definition['fullName'] ?? '')
    const type = component.attributes['type']?.replace(/^.*:/, '')
    return toSaveResult(fullName, () => saveComponent(org, operation, type, fullName, definition))
  })
  if (!undo || results.every(({ success }) => success)) return renderSoap('result', results)

  undo()
  return renderSoap(
    'result',
    results.map((result) => (result.success ? makeRolledBack(result.fullName) : result)),
  )
}

interface SaveResult extends XmlObject {
  created?: boolean
  errors?: XmlObject
  fullName: string
  success: boolean
}

function toSaveResult(fullName: string, save: () => { created: boolean } | void): SaveResult {
  try {
    const outcome = save()
    return { ...(outcome ? { created: outcome.created } : {}), fullName, success: true }
  } catch (error) {
    if (!(error instanceof SalesforceError)) throw error
    return makeFailure(fullName, error.errorCode, error.message)
  }
}

const makeFailure = (fullName: string, statusCode: string, message: string): SaveResult => ({
  created: false,
  errors: { message, statusCode },
  fullName,
  success: false,
})

const makeRolledBack = (fullName: string) =>
  makeFailure(
    fullName,
    'ALL_OR_NONE_OPERATION_ROLLED_BACK',
    'Record rolled back because not all records were valid and the request was using AllOrNone header',
  )

function saveComponent(
  org: SalesforceOrg,
  operation: Operation,
  type: string | undefined,
  fullName: string,
  definition: XmlObject,
): { created: boolean } {
  if (type === 'PermissionSet') return savePermissionSet(org, fullName, definition)
  if (type !== 'CustomField') {
    throw new SalesforceError(400, 'INVALID_TYPE', `The type ${type} is not supported here`)
  }

  const { object, name } = splitFullName(org, fullName)
  const exists = object.fields.has(name.toLowerCase())
  if (operation === 'createMetadata' && exists) {
    throw new SalesforceError(
      400,
      'DUPLICATE_DEVELOPER_NAME',
      `There is already a field named ${name.replace(/__c$/, '')} on ${object.name}.`,
    )
  }
  if (operation === 'updateMetadata' && !exists) {
    throw new SalesforceError(
      400,
      'INVALID_CROSS_REFERENCE_KEY',
      `In field: fullName - no CustomField named ${fullName} found`,
    )
  }
  return saveField(org, fullName, definition)
}

function readComponent(org: SalesforceOrg, type: string, fullName: string): string {
  const definition = type === 'PermissionSet' ? readPermissionSet(org, fullName) : readField()
  if (!definition) return '<records xsi:nil="true"/>'
  const inner = Object.entries({ fullName, ...definition }).map(([key, value]) =>
    renderSoap(key, value as SoapValue),
  )
  return `<records xsi:type="${type}">${inner.join('')}</records>`

  function readField() {
    const [objectName = '', name = ''] = fullName.split('.')
    const found = org.object(objectName)?.fields.get(name.toLowerCase())
    return found?.custom ? customFieldMetadata(found) : undefined
  }
}

/** Stores the fields of all objects, for a call that is all or none. */
function snapshot(org: SalesforceOrg): () => void {
  const fields = org.objects().map((object) => ({ object, before: new Map(object.fields) }))
  return () => {
    for (const { object, before } of fields) object.fields = before
  }
}
