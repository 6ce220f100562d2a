import {
  type Capability,
  type ConfigContent,
  type InstallationId,
  type IntegrationToolCalls,
  type IntegrationToolObject,
  type ManifestIntegration,
  type ToolAccess,
  type ToolAction,
  writingActions,
} from '@platform/contract'
import { planWrite } from '@platform/data/write/plan-write'
import {
  findReadObject,
  listInstalledReadObjects,
  planRead,
} from '@platform/installations/integrations/read-object'
import { getOwn } from '@platform/kernel/values'

type CallMethod = NonNullable<IntegrationToolCalls['methods']>[number]

/** A tool of an installation, before the fields of the account are known. */
export interface PlannedTool {
  name: string
  /** `call`: of the provider's API. */
  action: ToolAction | 'call'
  integration: string
  /** Set once the tool belongs to an installation. */
  installationId?: InstallationId
  /** Name of the account; empty for the default one. */
  instance: string
  objectName: string
  /** The builder's name of the object. */
  shownName: string
  needsConfirmation: boolean
  /** Whether a person must approve what it writes. */
  needsApproval: boolean
  callsPerHour: number
  /** Provider field → the name that the agent uses. Undefined if every field goes by its own name. */
  names: ReadonlyMap<string, string>
  /** For `call`: what is allowed. */
  calls?: { methods: readonly CallMethod[]; paths: readonly string[] }
  /** Whether only fields in `names` can be named. */
  isLimitedToNames: boolean
}

const defaultCallsPerHour = 1000

/** What a key needs for each action. End users need none: the manifest decides. */
export const capabilityOfAction: Record<PlannedTool['action'], Capability> = {
  describe: 'read',
  sample: 'read:records',
  search: 'read:records',
  create: 'write:records',
  update: 'write:records',
  upsert: 'write:records',
  delete: 'write:records',
  defineFields: 'manage:installations',
  call: 'proxy',
}

/**
 * Plans the tools of an installation: what its integration allows agents, its customer has
 * configured, and its provider supports. Without `tools` in the integration there are none.
 */
export function planTools({
  integration,
  instance,
  latest,
  content,
  ...can
}: {
  integration: string
  /** Name of the account; empty for the default one. */
  instance: string
  latest: ManifestIntegration
  content: ConfigContent
  canSearch: boolean
  canDefineFields: boolean
}): PlannedTool[] {
  const account = instance === '' ? integration : `${integration}_${instance}`
  const planned = (latest.tools?.objects ?? []).flatMap((object) => {
    const { objectName, callsPerHour = defaultCallsPerHour } = object
    const isAvailable = findAvailability({ objectName, latest, content, ...can })
    const access = getOwn(content.tools?.objects, objectName)?.actions ?? {}
    const shownName = findReadObject(objectName, latest)?.mapToName ?? objectName
    const offered = object.actions.filter((action) => access[action] !== 'never')
    const writing = latest.write?.objects?.find((one) => one.objectName === objectName)
    const isApproved = object.approval === 'person' || writing?.approval === 'person'
    // What an upsert changes cannot be shown to a person, and fields are no writes that can wait.
    const isPossible = (action: ToolAction) =>
      isAvailable(action) && !(isApproved && (action === 'upsert' || action === 'defineFields'))
    return [...new Set(offered)].filter(isPossible).map((action): PlannedTool => {
      const needsApproval = isApproved && isWriting(action)
      return {
        name: makeToolName(account, action, shownName),
        action,
        integration,
        instance,
        objectName,
        shownName,
        needsConfirmation: !needsApproval && needsConfirmation(object, action, access[action]),
        needsApproval,
        callsPerHour,
        ...fieldNames({ action, objectName, latest, content }),
      }
    })
  })
  planned.push(...callTool({ account, integration, instance, latest, content }))
  // A name that two objects come to is the first one's: a call never reaches another object than is shown.
  return planned.filter(
    ({ name }, index) => planned.findIndex((other) => other.name === name) === index,
  )
}

/** The tool that calls the provider's API, if the integration and the installation allow it. */
function callTool({
  account,
  integration,
  instance,
  latest: { tools, proxy, write },
  content,
}: {
  /** Beginning of the tool's name. */
  account: string
  integration: string
  instance: string
  latest: ManifestIntegration
  content: ConfigContent
}): PlannedTool[] {
  const calls = tools?.proxy
  if (!calls || proxy?.enabled !== true || content.proxy?.enabled === false) return []
  const access = content.tools?.proxy?.access
  if (access === 'never') return []
  const {
    methods: named = ['GET'],
    paths,
    confirm = true,
    callsPerHour = defaultCallsPerHour,
  } = calls
  const isApproved = [...(tools.objects ?? []), ...(write?.objects ?? [])].some(
    ({ approval }) => approval === 'person',
  )
  // Which objects a call changes is unknown.
  const methods = named.filter((method) => method === 'GET' || !isApproved)
  if (methods.length === 0) return []
  return [
    {
      name: `${account}_call`.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 128),
      action: 'call',
      integration,
      instance,
      objectName: '',
      shownName: '',
      needsConfirmation: confirm || access === 'confirm',
      needsApproval: false,
      callsPerHour,
      names: new Map(),
      isLimitedToNames: false,
      calls: { methods, paths },
    },
  ]
}

/** Tool names may have letters, digits, `_` and `-`, and at most 128 of them. */
const makeToolName = (account: string, action: ToolAction, object: string) =>
  `${account}_${action}_${object}`.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 128)

const isWriting = (action: ToolAction): action is (typeof writingActions)[number] =>
  writingActions.some((one) => one === action)

const needsConfirmation = (
  { confirm = writingActions }: IntegrationToolObject,
  action: ToolAction,
  access: ToolAccess | undefined,
): boolean => isWriting(action) && (access === 'confirm' || confirm.includes(action))

function findAvailability({
  objectName,
  latest,
  content,
  canSearch,
  canDefineFields,
}: {
  objectName: string
  latest: ManifestIntegration
  content: ConfigContent
  canSearch: boolean
  canDefineFields: boolean
}) {
  const isRead =
    findReadObject(objectName, latest) !== undefined &&
    getOwn(listInstalledReadObjects(content, latest), objectName) !== undefined
  const writing = planWrite(objectName, latest, content)
  return (action: ToolAction): boolean => {
    switch (action) {
      case 'describe':
        return isRead || writing !== undefined
      case 'sample':
        return isRead
      case 'search':
        return isRead && canSearch
      case 'defineFields':
        return canDefineFields && (isRead || writing !== undefined)
      case 'delete':
        return writing?.isDeletionEnabled === true
      default:
        return writing !== undefined
    }
  }
}

/** The names of fields as the agent uses them, which are those that the builder uses. */
function fieldNames({
  action,
  objectName,
  latest,
  content,
}: {
  action: ToolAction
  objectName: string
  latest: ManifestIntegration
  content: ConfigContent
}): Pick<PlannedTool, 'names' | 'isLimitedToNames'> {
  if (isWriting(action)) {
    const mapped = planWrite(objectName, latest, content)?.mapped ?? new Map()
    const names = new Map<string, string>()
    for (const [name, field] of mapped) if (field) names.set(field.fieldName, name)
    return { names, isLimitedToNames: false }
  }
  const object = findReadObject(objectName, latest)
  const config = getOwn(listInstalledReadObjects(content, latest), objectName) ?? {}
  if (!object) return { names: new Map(), isLimitedToNames: false }
  const { plain, mapped } = planRead(object, config)
  const readsAll = object.optionalFieldsAuto === 'all' && config.selectedFieldsAuto === 'all'
  return {
    names: new Map([
      ...plain.map((name) => [name, name] as const),
      ...mapped.map(({ fieldName, mapToName }) => [fieldName, mapToName] as const),
    ]),
    isLimitedToNames: !readsAll,
  }
}
