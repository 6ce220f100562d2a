import type { Schemas } from '@platform/client'
import { isEqual, type InstallationConfig } from './config.ts'
import type { SetDraft } from '../installation-provider.tsx'
import { findReadObjectConfig, findWriteObjectConfig } from './local-config.ts'
import type { Integration } from './wire.ts'

export type ToolAction = Schemas['ToolAction']
export type ToolAccess = Schemas['ToolAccess']
type Content = Integration['latestRevision']['content']
type ToolDefinitions = NonNullable<Content['tools']>
type ToolObject = NonNullable<ToolDefinitions['objects']>[number]

/** What agents may do, and what the user can choose instead. */
export interface LocalTool<Action = ToolAction> {
  action: Action
  access: ToolAccess
  /** The first one is that of the manifest. */
  choices: ToolAccess[]
}

export interface LocalTools {
  /** Objects that agents can work with, and what they can do with each. */
  objects: { objectName: string; tools: LocalTool[] }[]
  /** Calls to the provider's API by agents, if the integration offers them. */
  calls: LocalTool<'call'> | undefined
  isChanged: boolean
  setAccess: (params: { objectName: string; action: ToolAction; access: ToolAccess }) => void
  setCallAccess: (access: ToolAccess) => void
  reset: () => void
}

/** Returns what agents can do by the draft, on top of the saved configuration. */
export function makeLocalTools({
  content,
  saved,
  config,
  setDraft,
}: {
  content: Content | undefined
  saved: InstallationConfig
  config: InstallationConfig
  setDraft: SetDraft
}): LocalTools {
  const objects = listToolObjects(content, config)
  const calls = content && findCallTool(content, config)
  const findTool = (objectName: string, action: ToolAction) =>
    objects
      .find((object) => object.objectName === objectName)
      ?.tools.find((tool) => tool.action === action)
  return {
    objects,
    calls,
    isChanged: !isEqual(saved.tools ?? noTools, config.tools ?? noTools),
    setAccess: ({ objectName, action, access }) => {
      const tool = findTool(objectName, action)
      if (tool) setDraft((current) => withToolAccess(current ?? saved, objectName, tool, access))
    },
    setCallAccess: (access) => {
      if (calls) setDraft((current) => withCallAccess(current ?? saved, calls, access))
    },
    reset: () => setDraft((current) => current && { ...current, tools: saved.tools }),
  }
}

const noTools = { objects: [] }

/** Returns the objects with tools that the configuration does not already rule out. */
export const listToolObjects = (
  content: Content | undefined,
  config: InstallationConfig,
): LocalTools['objects'] =>
  (content?.tools?.objects ?? [])
    .map((object) => ({ objectName: object.objectName, tools: listTools(object, config) }))
    .filter(({ tools }) => tools.length > 0)

const writingActions: ToolAction[] = ['create', 'update', 'upsert', 'delete', 'defineFields']

function listTools(
  { objectName, actions, confirm }: ToolObject,
  config: InstallationConfig,
): LocalTool[] {
  const isRead = findReadObjectConfig(config, objectName) !== undefined
  const written = config.write ? findWriteObjectConfig(config, objectName) : { objectName }
  const isPossible = (action: ToolAction) => {
    if (action === 'sample' || action === 'search') return isRead
    if (action === 'describe' || action === 'defineFields') return isRead || written !== undefined
    if (action === 'delete') return written?.deletionSettings?.enabled === true
    return written !== undefined
  }
  const chosen = findToolObject(config, objectName)?.actions ?? {}
  return [...new Set(actions)].filter(isPossible).map((action) => {
    const isWriting = writingActions.includes(action)
    const isConfirmed = confirm?.some((one) => one === action) ?? true
    const choices = listChoices(isWriting, isConfirmed)
    return makeTool(action, choices, chosen[action])
  })
}

/** Returns the tool that calls the provider's API, if the integration and the configuration offer it. */
export function findCallTool(
  { tools, proxy }: Content,
  config: InstallationConfig,
): LocalTool<'call'> | undefined {
  if (!tools?.proxy || proxy?.enabled !== true || config.proxy?.enabled === false) return undefined
  const { methods = ['GET'], confirm = true } = tools.proxy
  const choices = listChoices(
    methods.some((method) => method !== 'GET'),
    confirm,
  )
  return makeTool('call', choices, config.tools?.proxy?.access)
}

function listChoices(isWriting: boolean, isConfirmed: boolean): ToolAccess[] {
  if (!isWriting) return ['always', 'never']
  return isConfirmed ? ['confirm', 'never'] : ['always', 'confirm', 'never']
}

const makeTool = <Action>(
  action: Action,
  choices: ToolAccess[],
  access: ToolAccess | undefined,
): LocalTool<Action> => ({
  action,
  access: choices.find((choice) => choice === access) ?? choices[0] ?? 'always',
  choices,
})

const findToolObject = ({ tools }: InstallationConfig, objectName: string) =>
  tools?.objects.find((object) => object.objectName === objectName)

/** Sets the access to a tool; that of the manifest is the same as absent. */
export function withToolAccess(
  config: InstallationConfig,
  objectName: string,
  { action, choices }: LocalTool,
  access: ToolAccess,
): InstallationConfig {
  const { [action]: _, ...others } = findToolObject(config, objectName)?.actions ?? {}
  const actions = access === choices[0] ? others : { ...others, [action]: access }
  const rest = (config.tools?.objects ?? []).filter((object) => object.objectName !== objectName)
  const own = Object.keys(actions).length > 0 ? [{ objectName, actions }] : []
  return { ...config, tools: { ...config.tools, objects: [...rest, ...own] } }
}

/** Sets the access to the provider's API. */
export function withCallAccess(
  config: InstallationConfig,
  { choices }: LocalTool<'call'>,
  access: ToolAccess,
): InstallationConfig {
  const objects = config.tools?.objects ?? []
  return {
    ...config,
    tools: { objects, ...(access !== choices[0] && { proxy: { access } }) },
  }
}
