import type { InputValidationIssue, ManifestIntegration } from '@platform/contract'
import { findProvider } from '@platform/connectors'
import { destinationNames } from '@platform/delivery/notifications/set-up/destinations'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import {
  type ConnectedAccount,
  type FieldOfObject,
  type Finding,
  type MissingField,
  parseManifest,
} from '@platform/manifest'
import { providersWithApp } from '@platform/tenancy/projects/provider-apps'

/** Returns the integrations and findings of the file, without throwing for errors. */
export async function parseDeployedManifest(
  { catalogue, readMinIntervalMinutes, findInstalledProviders }: Services,
  db: Db,
  sourceYaml: string,
  {
    accounts,
    missingFields = [],
  }: {
    accounts?: ReadonlyMap<string, ConnectedAccount>
    missingFields?: readonly (FieldOfObject & MissingField)[]
  } = {},
) {
  const installed = await findInstalledProviders(db)
  return parseManifest(sourceYaml, {
    findProvider: (name) => findProvider(name, { among: catalogue })?.info,
    providerNames: Object.keys(catalogue),
    destinationNames: await destinationNames(db),
    providersWithApp: await providersWithApp(db),
    findInstalledProvider: (name) => installed.find((one) => one.name === name)?.provider,
    findAccount: (provider) => accounts?.get(provider),
    findMissingField: (of) =>
      missingFields.find(
        (one) =>
          one.integration === of.integration &&
          one.objectName === of.objectName &&
          one.fieldName === of.fieldName,
      ),
    minimumIntervalMinutes: readMinIntervalMinutes,
    isDeploy: true,
  })
}

/** Returns the definition of the only integration in the file. */
export async function parseDeclared(
  services: Services,
  db: Db,
  { name, sourceYaml }: { name: string; sourceYaml: string },
): Promise<ManifestIntegration> {
  const integrations = await checkManifest(services, db, sourceYaml)
  const content = integrations.find((each) => each.name === name)
  if (content) return content
  throw new Problem('manifest-invalid', { detail: `The file does not declare ${name}.` })
}

/**
 * Returns the integrations of a file.
 * @throws Problem `manifest-invalid` with each error
 */
export async function checkManifest(
  services: Services,
  db: Db,
  sourceYaml: string,
): Promise<ManifestIntegration[]> {
  const { integrations, findings } = await parseDeployedManifest(services, db, sourceYaml)
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) {
    throw new Problem('manifest-invalid', {
      detail: errors.map((error) => `${error.line}:${error.column} ${error.message}`).join(' '),
      issues: errors.map(toIssue),
    })
  }
  return integrations
}

const toIssue = (finding: Finding): InputValidationIssue => ({
  in: 'body',
  name: 'sourceYaml',
  detail: finding.message,
  ...finding,
})

interface Content {
  specVersion: string
  content: ManifestIntegration
  /** Returns the input that contains the value at a path of the definition. */
  placeOf: (path: string) => Pick<InputValidationIssue, 'in' | 'name'>
  remedy: string
}

/**
 * Checks content without a file: findings refer to paths instead of lines.
 * @throws Problem `manifest-invalid`
 */
export async function checkContent(
  services: Services,
  db: Db,
  { specVersion: version, content, placeOf, remedy }: Content,
): Promise<void> {
  // JSON is YAML too.
  const sourceYaml = JSON.stringify({ specVersion: version, integrations: [content] })
  const { findings } = await parseDeployedManifest(services, db, sourceYaml)
  const issues = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ line: _line, column: _column, path, ...finding }) => {
      const within = path.replace(/^integrations\[0\]\.?/, '')
      return { ...finding, ...placeOf(within), path: within, detail: finding.message }
    })
  if (issues.length === 0) return
  const detail = issues
    .map((issue) => (issue.name ? `${issue.name}: ${issue.detail}` : issue.detail))
    .join(' ')
  throw new Problem('manifest-invalid', { detail, issues, remedy })
}

/** Returns where the body of an integration contains the value at the path of its definition. */
export const placeInBody = (path: string) => {
  if (path === 'name' || path === 'provider') return path
  if (path === 'specVersion') return 'latestRevision.specVersion'
  return ['latestRevision.content', path].filter(Boolean).join('.')
}
