import { ProviderError, type ProviderClient, type ProviderResponse } from '@platform/connector'
import { retryAfterMs } from '../reply-headers.ts'
import { failureOfCode, isRefusalCode, nameAccountState, salesforceError } from './errors.ts'
import { salesforceVersion } from './query.ts'
import {
  listXmlMembers,
  getXmlMember,
  membersToXml,
  parseSoap,
  elementText,
  toXml,
  type XmlMembers,
  isElement,
} from './xml.ts'

/** Maximum number of components per call. */
export const maxComponents = 10

/** Text in a body is escaped, so no value of a caller can contain this. */
const tokenPlaceholder = '<access-token/>'

type ComponentType = 'CustomField' | 'PermissionSet'
type Members = Parameters<typeof membersToXml>[0]

export interface SavedComponent {
  created: boolean
  error?: ProviderError
}

/** Returns the components with these names, in order; undefined for missing ones. */
export async function readComponents(
  client: ProviderClient,
  type: ComponentType,
  fullNames: readonly string[],
  signal?: AbortSignal,
): Promise<(XmlMembers | undefined)[]> {
  const body = toXml('readMetadata', { type, fullNames })
  const answer = await call(client, 'readMetadata', body, signal)
  // Missing components are empty elements of the result: without a result, nothing is known of them.
  if (!Object.hasOwn(answer, 'result')) throw withoutResult()
  const result = getXmlMember(answer, 'result')
  const records = listXmlMembers(result, 'records').filter(isElement)
  const byName = new Map(
    records.map((record) => [nameKey(elementText(record, 'fullName')), record]),
  )
  return fullNames.map((fullName) => byName.get(nameKey(fullName)))
}

const withoutResult = () =>
  new ProviderError('unavailable', 'Salesforce returned a reply without a result.')

const nameKey = (fullName = '') => fullName.toLowerCase()

/** Creates components, or replaces their entire definitions, each independently. */
export async function upsertComponents(
  client: ProviderClient,
  type: ComponentType,
  components: readonly (Members & { fullName: string })[],
  signal?: AbortSignal,
): Promise<SavedComponent[]> {
  const elements = components.map(
    ({ fullName, ...members }) =>
      `<metadata xsi:type="${type}">${toXml('fullName', fullName)}${membersToXml(members)}</metadata>`,
  )
  const body = `<upsertMetadata>${elements.join('')}</upsertMetadata>`
  const response = await call(client, 'upsertMetadata', body, signal)
  const results = listXmlMembers(response, 'result')
  if (results.length !== components.length) {
    const message = `Salesforce returned ${results.length} results for ${components.length} components.`
    throw new ProviderError('unavailable', message, { isOutcomeUnknown: true })
  }
  return results.map((result) => {
    const created = elementText(result, 'created') === 'true'
    if (elementText(result, 'success') === 'true') return { created }
    const [first] = listXmlMembers(result, 'errors')
    if (elementText(result, 'success') !== 'false') {
      const message = 'Salesforce did not report whether it saved the component.'
      throw new ProviderError('unavailable', message, { isOutcomeUnknown: true })
    }
    return { created: false, error: componentError(isElement(first) ? first : undefined) }
  })
}

function componentError(error: XmlMembers | undefined): ProviderError {
  const code = elementText(error, 'statusCode')
  const message =
    elementText(error, 'message') ?? 'Salesforce rejected the component without a reason.'
  return new ProviderError(failureOfCode(code) ?? 'bad-request', message, { code })
}

/** Sends a request to the Metadata API and returns the content of its response. */
async function call(
  client: ProviderClient,
  operation: string,
  body: string,
  signal: AbortSignal | undefined,
): Promise<XmlMembers> {
  const response = await client.request({
    method: 'POST',
    path: `/services/Soap/m/${salesforceVersion}`,
    headers: { 'content-type': 'text/xml; charset=UTF-8', accept: 'text/xml', soapaction: '""' },
    body: envelope(body),
    tokenPlaceholder,
    refusesCredential: (reply) => isRefusalCode(findFault(reply)?.code),
    ...(signal && { signal }),
  })
  const reply = findBody(response)
  const answer = reply?.[`${operation}Response`]
  if (response.status === 200 && typeof answer === 'object' && !Array.isArray(answer)) return answer
  const fault = findFault(response)
  if (!fault) throw salesforceError(response)
  throw new ProviderError(
    failureOfCode(fault.code) ?? 'bad-request',
    nameAccountState(fault.code, fault.message),
    {
      status: response.status,
      code: fault.code,
      retryAfterMs: retryAfterMs(response.headers),
    },
  )
}

const envelope = (body: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns="http://soap.sforce.com/2006/04/metadata">' +
  `<soapenv:Header><SessionHeader><sessionId>${tokenPlaceholder}</sessionId></SessionHeader></soapenv:Header>` +
  `<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`

function findBody({ body }: ProviderResponse): XmlMembers | undefined {
  const xml = typeof body === 'string' ? parseSoap(body) : undefined
  return xml && getXmlMember(xml.Envelope, 'Body')
}

/**
 * Returns the code, such as `sf:INVALID_SESSION_ID`, and message of a fault; undefined if there is
 * none.
 */
function findFault(response: ProviderResponse): { code: string; message: string } | undefined {
  if (response.status !== 500) return undefined
  const fault = getXmlMember(findBody(response), 'Fault')
  const code = elementText(fault, 'faultcode')?.replace(/^.*:/, '')
  if (!code) return undefined
  const message = elementText(fault, 'faultstring') ?? code
  return {
    code,
    message: message.startsWith(`${code}: `) ? message.slice(code.length + 2) : message,
  }
}
