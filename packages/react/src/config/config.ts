import type { Schemas } from '@platform/client'
import type { WireConfigContent, WireInstallation } from './wire.ts'

export type ReadObjectConfig = Omit<Schemas['ReadConfigObject'], 'objectName'> & {
  objectName: string
}
export type WriteObjectConfig = Omit<Schemas['WriteConfigObject'], 'objectName'> & {
  objectName: string
}
/** How one field is written, and its default value. */
export type WriteFieldSetting = NonNullable<WriteObjectConfig['selectedFieldSettings']>[string]
export type SubscribeObjectConfig = Omit<Schemas['SubscribeConfigObject'], 'objectName'> & {
  objectName: string
}

/** What agents can do with an object, where it differs from the manifest. */
export type ToolObjectConfig = Omit<Schemas['ToolConfigObject'], 'objectName'> & {
  objectName: string
}

/** Configuration chosen by an end user. Objects are arrays here and maps in the API. */
export interface InstallationConfig {
  provider?: string
  read?: { objects: ReadObjectConfig[] }
  write?: { objects: WriteObjectConfig[] }
  subscribe?: { objects: SubscribeObjectConfig[] }
  proxy?: { enabled?: boolean }
  tools?: { objects: ToolObjectConfig[]; proxy?: { access?: Schemas['ToolAccess'] } }
}

export type UiInstallation = Omit<WireInstallation, 'config'> & {
  config: InstallationConfig & {
    id: string
    revisionId: string
    createTime: string
    createdBy: string
  }
}

export function installationFromWire({
  config,
  ...installation
}: WireInstallation): UiInstallation {
  const { content, ...version } = config
  return { ...installation, config: { ...version, ...configFromWire(content) } }
}

export function configFromWire({
  read,
  write,
  subscribe,
  tools,
  ...rest
}: WireConfigContent): InstallationConfig {
  return {
    ...rest,
    ...(read && { read: { objects: toNamedList(read.objects) } }),
    ...(write && { write: { objects: toNamedList(write.objects ?? {}) } }),
    ...(subscribe && { subscribe: { objects: toNamedList(subscribe.objects) } }),
    ...(tools && { tools: { ...tools, objects: toNamedList(tools.objects ?? {}) } }),
  }
}

export function configToWire({
  provider,
  read,
  write,
  subscribe,
  proxy,
  tools,
}: InstallationConfig): WireConfigContent {
  return {
    ...(provider && { provider }),
    ...(read && { read: { objects: byName(read.objects) } }),
    ...(write && { write: { objects: byName(write.objects) } }),
    ...(subscribe && { subscribe: { objects: byName(subscribe.objects) } }),
    ...(proxy && { proxy }),
    ...(tools && { tools: { ...tools, objects: byName(tools.objects) } }),
  }
}

/**
 * Returns the update mask between two configurations: one path per changed object, for the
 * proxy and for the tools that call the provider, so that concurrent changes of other objects are kept.
 */
export function listChangedPaths(before: InstallationConfig, after: InstallationConfig): string[] {
  const ofObjects = (['read', 'write', 'subscribe', 'tools'] as const).flatMap((action) => {
    const old = byName<{ objectName: string }>(before[action]?.objects)
    const now = byName<{ objectName: string }>(after[action]?.objects)
    return [...new Set([...Object.keys(old), ...Object.keys(now)])]
      .filter((objectName) => !isEqual(old[objectName], now[objectName]))
      .map((objectName) => `config.content.${action}.objects.${escapePath(objectName)}`)
  })
  const isProxyChanged = after.proxy !== undefined && !isEqual(before.proxy, after.proxy)
  const areCallsChanged = !isEqual(before.tools?.proxy, after.tools?.proxy)
  return [
    ...ofObjects,
    ...(isProxyChanged ? ['config.content.proxy'] : []),
    ...(areCallsChanged ? ['config.content.tools.proxy'] : []),
  ]
}

const escapePath = (name: string) => name.replace(/[.:\\]/g, '\\$&')

const toNamedList = <T extends object>(objects: Record<string, T>) =>
  Object.entries(objects).map(([objectName, object]) => ({ ...object, objectName }))

const byName = <T extends { objectName: string }>(objects: T[] = []): Record<string, T> =>
  Object.fromEntries(objects.map((object) => [object.objectName, object]))

/** Reports whether two JSON values are equal, ignoring the order of keys and absent values. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isConfigObject(a) || !isConfigObject(b) || Array.isArray(a) !== Array.isArray(b))
    return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
    isEqual(a[key], b[key]),
  )
}

const isConfigObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
