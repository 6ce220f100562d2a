import { z } from 'zod'
import { getRequiredCapability } from '../openapi/capabilities.ts'
import { takesKey, updatesRecord, type OperationDefinition } from '../openapi/operation.ts'
import type { ProblemKind } from './problems.ts'

/** Returns the problems that follow from the conventions, in addition to the operation's own. */
export function commonProblems(operation: OperationDefinition): ProblemKind[] {
  const { method, callers, optionalCallers = [], path, reply } = operation
  const admitted = [...callers, ...optionalCallers]
  // At least for unknown parameters.
  const kinds: ProblemKind[] = ['invalid-input']
  if (method !== 'GET') kinds.push('malformed-json', 'body-too-large', 'unsupported-media-type')
  if (reply !== null) kinds.push('not-acceptable')
  if (callers.length > 0) kinds.push('credential-missing')
  if (admitted.length > 0) kinds.push('credential-invalid')
  if (isForPeople(operation)) kinds.push('bearer-required')
  if (mayBeForbidden(operation)) kinds.push('permission-missing')
  if (admitted.includes('frontend')) kinds.push('origin-not-allowed', 'frontend-keys-off')
  if (admitted.includes('full')) kinds.push('network-not-allowed')
  if (namesProject(operation)) kinds.push('project-not-found')
  if (path.includes('{orgId}')) kinds.push('org-not-found')
  if (takesKey(operation)) kinds.push('idempotency-key-in-use', 'idempotency-key-reused')
  if (updatesRecord(operation)) kinds.push('precondition-failed')
  return [...kinds, ...sharedProblems]
}

/** Problems that any request may have. */
const sharedProblems = [
  'malformed-request',
  'request-timeout',
  'too-many-requests',
  'headers-too-large',
  'internal',
  'unavailable',
] as const satisfies ProblemKind[]

const isForPeople = ({ callers }: OperationDefinition) => callers.join() === 'builder'

const namesProject = ({ path, body }: OperationDefinition) =>
  path.includes('{projectIdOrName}') || 'projectIdOrName' in getShape(body)

/** Reports whether a valid credential may lack permission for the operation or its inputs. */
function mayBeForbidden(operation: OperationDefinition): boolean {
  const { callers, permission, query, body } = operation
  if (callers.length === 0) return false
  // For people, the role decides: if it is not sufficient, the problem is `owner-required`.
  if (isForPeople(operation)) return namesProject(operation)
  // A key may lack the capability.
  if (callers.includes('full') && getRequiredCapability(operation)) return true
  if (!callers.includes('frontend') || !callers.includes('consumer')) return true
  // Every role may read, but some callers see only their own group, and no secrets.
  const inputs = { ...getShape(query), ...getShape(body) }
  return !permission?.endsWith(':read') || restricted.some((name) => name in inputs)
}

const restricted = ['groupRef', 'consumerRef', 'includeCreds', 'includeRefreshToken']

const getShape = (schema: z.ZodType | undefined): object =>
  schema instanceof z.ZodObject ? schema.shape : {}
