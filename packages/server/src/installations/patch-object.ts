import {
  ConfigContent,
  type BodyOf,
  type InputValidationIssue,
  type JSONPatchOperation,
  type patchObjectConfigContent,
} from '@platform/contract'
import { invalidInput } from '../problems/problem.ts'

type Changes = Pick<BodyOf<typeof patchObjectConfigContent>, 'action' | 'changes'>
type Members = Record<string, unknown>

/**
 * A configuration with changes of one object carried out in their order.
 *
 * @throws a 400 problem that names the change which leads nowhere, or leaves no configuration
 */
export function patchedContent(
  before: ConfigContent,
  { objectName, action, changes }: Changes & { objectName: string },
): ConfigContent {
  const content: Members = structuredClone(before)
  const root = ['', action, 'objects', objectName].join('/')
  changes.forEach((change, index) => {
    const steps = [action, 'objects', objectName, ...stepsOf(change.path)]
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
      detail: `They leave /${issue.path.join('/')} as it cannot be (${issue.message}); the object is ${root}.`,
    })),
  )
}

/** `/a~1b/c` → `['a/b', 'c']`, as RFC 6901 has it. */
const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Changes one place; answers what is wrong with it. */
function carryOut(
  content: Members,
  steps: readonly string[],
  { op, value }: JSONPatchOperation,
): string | undefined {
  if (steps.includes('__proto__')) return 'No place is called `__proto__`.'
  if (op !== 'remove' && value === undefined) return `\`${op}\` needs a \`value\`.`
  let place: unknown = content
  for (const step of steps.slice(0, -1)) {
    if (!isContainer(place)) return `There is no place \`${step}\` in what is no object.`
    if (memberOf(place, step) === undefined) {
      if (op !== 'add' || Array.isArray(place)) return `There is no \`${step}\`.`
      place[step] = {}
    }
    place = memberOf(place, step)
  }
  const last = steps.at(-1) ?? ''
  if (!isContainer(place)) return `There is no place \`${last}\` in what is no object.`
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
  if (op !== 'add' && !Object.hasOwn(place, name)) return `There is no \`${name}\`.`
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
  if (index < 0 || index > end) return `The list has no place \`${name}\`.`
  place.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]))
  return undefined
}

const isContainer = (value: unknown): value is Members | unknown[] =>
  typeof value === 'object' && value !== null

const memberOf = (container: Members | unknown[], step: string): unknown =>
  Object.hasOwn(container, step) ? (container as Members)[step] : undefined
