import type { AssociationSupport, FilterOperator, ProviderInfo } from '@platform/contract'
import type { ManifestContext } from '../context.ts'
import type { Report, Rule } from '../finding.ts'
import { didYouMean } from '../nearest.ts'
import { child, items, getNodeText, type YamlNode } from '../yaml-nodes.ts'
import { listFilterNodes } from './read.ts'

/** Names of events in the catalogue and in the manifest. */
const subscribedEvents = [
  ['create', 'createEvent'],
  ['update', 'updateEvent'],
  ['delete', 'deleteEvent'],
  ['association', 'associationChangeEvent'],
  ['passThrough', 'otherEvents'],
] as const

/** Checks rules that use the provider's catalogue entry and the project. */
export function checkProvider(
  integration: YamlNode,
  report: Report,
  context: ManifestContext,
): void {
  const provider = child(integration, 'provider')
  const name = getNodeText(provider)
  if (!provider || name === undefined) return

  checkIsTheSame(integration, provider, name, report, context)
  checkObjectsExist(integration, name, report, context)
  if (!context.findProvider) return

  const info = context.findProvider(name)
  if (!info) {
    report('provider-not-supported', provider, `The catalogue has no provider \`${name}\`.`, {
      suggestion: didYouMean(name, context.providerNames ?? []),
    })
    return
  }
  checkModule(child(integration, 'module'), info, report)
  checkCapabilities(integration, info, report)
  checkApp(provider, info, report, context)
}

/** Accounts of existing installations belong to the provider that was deployed before. */
function checkIsTheSame(
  integration: YamlNode,
  provider: YamlNode,
  name: string,
  report: Report,
  { findInstalledProvider }: ManifestContext,
): void {
  const integrationName = getNodeText(child(integration, 'name'))
  const installed = integrationName && findInstalledProvider?.(integrationName)
  if (!installed || installed === name) return
  report(
    'provider-changed',
    provider,
    `\`${integrationName}\` is installed with accounts of ${installed}: give the integration of ${name} another name.`,
  )
}

/** Warns about conditions that do not reduce what is read. */
function checkFilterOperators(
  object: YamlNode,
  info: ProviderInfo,
  operators: readonly FilterOperator[],
  report: Report,
): void {
  for (const { node, fieldName, operator } of listFilterNodes(object)) {
    if (operators.includes(operator)) continue
    const message = `${info.displayName ?? info.name} cannot be asked for \`${fieldName}\` by \`${operator}\`: the condition is applied after reading, so all changed records are read.`
    report('filter-after-reading', node, message)
  }
}

function checkModule(module: YamlNode | undefined, info: ProviderInfo, report: Report): void {
  const name = getNodeText(module)
  if (!module || name === undefined) return
  const names = Object.keys(info.modules ?? {})
  if (names.includes(name)) return
  const known = names.length > 0 ? `available modules: ${names.join(', ')}` : 'it has no modules'
  report('provider-module', module, `${info.name} has no module \`${name}\`: ${known}.`, {
    suggestion: didYouMean(name, names),
  })
}

function checkCapabilities(integration: YamlNode, info: ProviderInfo, report: Report): void {
  const module = getNodeText(child(integration, 'module')) ?? info.defaultModule
  const support = info.modules?.[module]?.support ?? info.support
  const reject = (rule: Rule, node: YamlNode, what: string) =>
    report(rule, node, `${info.displayName ?? info.name} does not support ${what}.`, {
      atKey: true,
    })

  for (const action of ['read', 'write', 'subscribe'] as const) {
    const node = child(integration, action)
    if (node && !support[action]) reject(`provider-capability-${action}`, node, `\`${action}\``)
  }
  const proxy = child(integration, 'proxy')
  if (proxy && child(proxy, 'enabled')?.value === true && !support.proxy) {
    reject('provider-capability-proxy', proxy, '`proxy`')
  }

  const { subscribeSupport, readSupport } = support
  checkAssociations(integration, info, readSupport?.associations, report)
  for (const object of items(child(child(integration, 'read'), 'objects'))) {
    const objectName = child(object, 'objectName')
    const message = findReadMistake(info, getNodeText(objectName), module)
    if (objectName && message) report('provider-capability-read', objectName, message)
    checkFilterOperators(object, info, readSupport?.filterOperators ?? [], report)
  }
  checkDeletions(integration, info, readSupport?.withoutDeletions ?? [], report)
  if (!support.subscribe || !subscribeSupport) return
  const objects = items(child(child(integration, 'subscribe'), 'objects'))
  const { objectsAtMost = Infinity } = subscribeSupport
  const tooMany = objects[objectsAtMost]
  if (tooMany) {
    const message = `${info.displayName ?? info.name} supports at most ${objectsAtMost} subscribed objects.`
    report('provider-limit', tooMany, message)
  }
  for (const object of objects) {
    for (const [event, name] of subscribedEvents) {
      const node = child(object, name)
      if (node && subscribeSupport[event] === false) {
        reject('provider-capability-subscribe', node, `\`${name}\``)
      }
    }
  }
}

/** Returns why an object cannot be read, as far as known without an account. */
export function findReadMistake(
  { name, displayName = name, modules, support }: ProviderInfo,
  objectName: string | undefined,
  module: string | undefined,
): string | undefined {
  const { readSupport } = modules?.[module ?? '']?.support ?? support
  if (objectName === undefined || !readSupport?.writesOnly?.includes(objectName)) return undefined
  return `\`${objectName}\` of ${displayName} can be written but not read. Remove it from \`read\`; it can stay in \`write\`.`
}

/** Checks associated objects as far as possible without an account. */
function checkAssociations(
  integration: YamlNode,
  { name: provider, displayName = provider }: ProviderInfo,
  support: AssociationSupport | undefined,
  report: Report,
): void {
  for (const object of items(child(child(integration, 'read'), 'objects'))) {
    const list = child(object, 'associations')
    const objectName = getNodeText(child(object, 'objectName'))
    if (!list || objectName === undefined) continue
    if (!support) {
      report(
        'association-not-supported',
        list,
        `${displayName} does not support \`associations\`.`,
        {
          atKey: true,
        },
      )
      continue
    }
    const known = support.byObject ? (support.byObject[objectName] ?? []) : support.objectNames
    for (const node of items(list)) {
      const name = getNodeText(node)
      if (name === undefined || !known || known.includes(name)) continue
      const patterns = support.accountObjectNames ?? []
      if (patterns.some((pattern) => new RegExp(pattern).test(name))) continue
      const choices = known.length > 0 ? `: ${known.join(', ')}` : ''
      report(
        'association-not-supported',
        node,
        support.byObject
          ? `Associations of \`${objectName}\` with \`${name}\` are not supported. Supported${choices || ': none'}.`
          : `${displayName} has no object \`${name}\` to associate with.`,
        { suggestion: didYouMean(name, known) },
      )
    }
  }
}

/** Reports requested deletions that would be silently omitted. */
function checkDeletions(
  integration: YamlNode,
  info: ProviderInfo,
  withoutDeletions: readonly string[],
  report: Report,
): void {
  for (const object of items(child(child(integration, 'read'), 'objects'))) {
    const deleted = child(object, 'deleted')
    const name = getNodeText(child(object, 'objectName'))
    if (deleted?.value !== true || name === undefined || !withoutDeletions.includes(name)) continue
    report(
      'deletions-not-told',
      deleted,
      `${info.displayName ?? info.name} does not report deleted records of \`${name}\`, and its list omits existing ones: \`deleted\` has no effect.`,
    )
  }
}

/** Reports whether customers can connect to the provider only through an OAuth client of the builder. */
export const needsProviderApp = ({
  authType,
  oauth2Opts,
}: {
  authType?: ProviderInfo['authType']
  oauth2Opts?: Pick<NonNullable<ProviderInfo['oauth2Opts']>, 'grantType'> | undefined
}): boolean =>
  authType === 'oauth2' && oauth2Opts?.grantType.startsWith('authorizationCode') === true

function checkApp(
  provider: YamlNode,
  info: ProviderInfo,
  report: Report,
  { providersWithApp }: ManifestContext,
): void {
  const { name, displayName = name } = info
  if (!needsProviderApp(info) || !providersWithApp || providersWithApp.includes(name)) return
  report(
    'provider-app-not-configured',
    provider,
    `The project has no provider app for ${displayName}: customers cannot connect.`,
    { suggestion: `Register one as \`platform provider-apps guide ${name}\` describes.` },
  )
}

function checkObjectsExist(
  integration: YamlNode,
  provider: string,
  report: Report,
  { findAccount }: ManifestContext,
): void {
  const account = findAccount?.(provider)
  if (!account) return
  for (const action of ['read', 'write', 'subscribe']) {
    for (const object of items(child(child(integration, action), 'objects'))) {
      for (const node of [child(object, 'objectName'), ...items(child(object, 'associations'))]) {
        const name = getNodeText(node)
        if (!node || name === undefined || !account.lacks.includes(name)) continue
        report('object-exists', node, `The account of ${account.of} has no object \`${name}\`.`, {
          suggestion: didYouMean(name, account.has),
        })
      }
    }
  }
}
