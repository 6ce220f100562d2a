import {
  ConfigContent,
  type BodyOf,
  type InputValidationIssue,
  type JSONPatchOperation,
  type patchObjectConfigContent,
} from '@platform/contract'
import type { Caller } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { invalidInput } from '@platform/kernel/problems/problem'
import { loadGroupInstallation, loadInstallation } from './installations.ts'
import type { InstallationChange } from './save-installation.ts'
import type { InstallationRow } from './store.ts'

type Patch = BodyOf<typeof patchObjectConfigContent>
type Changes = Pick<Patch, 'action' | 'changes'>
type Members = Record<string, unknown>

/**
 * Finds the installation that a patch names by ID or group, and locks it if a transaction is open.
 * @throws Problem `invalid-input`, `integration-not-found`, `installation-not-found`
 */
export async function loadPatched(
  db: Db,
  caller: Caller,
  integrationId: string,
  {
    installationId,
    groupRef,
    instance,
  }: Pick<Patch, 'installationId' | 'groupRef'> & { instance?: string | undefined },
): Promise<InstallationRow> {
  if (installationId !== undefined && groupRef === undefined) {
    return loadInstallation(db, caller, { integrationId, installationId })
  }
  if (installationId === undefined && groupRef !== undefined) {
    return loadGroupInstallation(db, caller, {
      integrationIdOrName: integrationId,
      groupRef,
      instance,
    })
  }
  const detail = 'Set either groupRef or installationId.'
  throw invalidInput({ in: 'body', name: 'groupRef', detail })
}

/** Converts a patch of one object to a change of its installation. */
export const toInstallationPatch = (
  installation: InstallationRow,
  { caller, ...changes }: Changes & { objectName: string; caller: Caller },
): InstallationChange => ({
  installation,
  body: {
    updateMask: ['config.content'],
    installation: { config: { content: applyObjectPatch(installation.content, changes) } },
  },
  caller,
})

/**
 * Applies the changes of one object to a configuration, in order.
 * @throws a 400 problem that names the change whose path does not exist or that makes the
 * configuration invalid
 */
export function applyObjectPatch(
  before: ConfigContent,
  { objectName, action, changes }: Changes & { objectName: string },
): ConfigContent {
  const content: Members = structuredClone(before)
  const root = ['', action, 'objects', objectName].join('/')
  changes.forEach((change, index) => {
    const steps = [action, 'objects', objectName, ...parsePointer(change.path)]
    const detail = carryOut(content, steps, change)
    if (detail !== undefined) {
      throw invalidInput({ in: 'body', name: `changes[${index}].path`, value: change.path, detail })
    }
  })
  const parsed = ConfigContent.safeParse(content)
  if (parsed.success) return parsed.data
  throw invalidInput(
    ...parsed.error.issues.map((issue): InputValidationIssue => ({
      in: 'body',
      name: 'changes',
      detail: `The patch makes /${issue.path.join('/')} invalid (${issue.message}); the object is ${root}.`,
    })),
  )
}

/** `/a~1b/c` → `['a/b', 'c']`, by RFC 6901. */
const parsePointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Applies one change. Returns a description of the error, if any. */
function carryOut(
  content: Members,
  steps: readonly string[],
  { op, value }: JSONPatchOperation,
): string | undefined {
  if (steps.includes('__proto__')) return 'The path must not contain `__proto__`.'
  if (op !== 'remove' && value === undefined) return `\`${op}\` needs a \`value\`.`
  let place: unknown = content
  for (const step of steps.slice(0, -1)) {
    if (!isContainer(place)) return `The parent of \`${step}\` is not an object.`
    if (findMember(place, step) === undefined) {
      if (op !== 'add' || Array.isArray(place)) return `\`${step}\` does not exist.`
      place[step] = {}
    }
    place = findMember(place, step)
  }
  const last = steps.at(-1) ?? ''
  if (!isContainer(place)) return `The parent of \`${last}\` is not an object.`
  return Array.isArray(place)
    ? changeItem(place, last, op, value)
    : changeMember(place, last, op, value)
}

function changeMember(
  place: Members,
  name: string,
  op: JSONPatchOperation['op'],
  value: unknown,
): string | undefined {
  if (op !== 'add' && !Object.hasOwn(place, name)) return `\`${name}\` does not exist.`
  if (op === 'remove') delete place[name]
  else place[name] = value
  return undefined
}

function changeItem(
  place: unknown[],
  name: string,
  op: JSONPatchOperation['op'],
  value: unknown,
): string | undefined {
  const end = op === 'add' ? place.length : place.length - 1
  const index =
    op === 'add' && name === '-' ? place.length : /^\d{1,6}$/.test(name) ? Number(name) : -1
  if (index < 0 || index > end) return `\`${name}\` is not an index of the list.`
  place.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]))
  return undefined
}

const isContainer = (value: unknown): value is Members | unknown[] =>
  typeof value === 'object' && value !== null

const findMember = (container: Members | unknown[], step: string): unknown =>
  Object.hasOwn(container, step) ? (container as Members)[step] : undefined
