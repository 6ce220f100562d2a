import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { getNeededScopes, type Schemas } from '@platform/client'
import { makeAppFiles } from '../../files/app-files.ts'
import { command } from '../../command.ts'
import { everyPage } from '../../target/every-page.ts'
import { formatRedirectUri, requireProviderWithIntegrations } from '../../files/provider-app.ts'
import { requireTarget, targetNotes, targetOptions } from '../../target/target.ts'
import { CommandError, print } from '../../terminal/terminal.ts'

export const providerAppsFiles = command({
  name: 'provider-apps files',
  summary: 'Write the files from which a provider creates your OAuth app.',
  argument: {
    name: 'provider',
    description: 'hubspot, shopify or slack.',
    oneOf: ['hubspot', 'shopify', 'slack'],
    isNeeded: true,
  },
  options: {
    out: {
      type: 'string',
      value: 'FOLDER',
      description: 'Folder of the files. Defaults to <provider>-app.',
    },
    overwrite: { type: 'boolean', description: 'Replace files that exist.' },
    json: { type: 'boolean', description: 'Print the paths and notes as JSON.' },
    ...targetOptions,
  },
  notes: `HubSpot: a project for \`hs project upload\`, with webhooks for the subscribed objects. Shopify: shopify.app.toml
for \`shopify app deploy\`. Slack: a manifest for "Create New App". The files contain the redirect URI of the
server, and the scopes of the deployed integrations.\n\n${targetNotes}`,
  async run({ argument, values, terminal }) {
    if (!argument) throw new CommandError('The name of a provider is required.')
    const { client, project, baseUrl } = await requireTarget(values, terminal)
    const { provider, integrations } = await requireProviderWithIntegrations(
      { client, project },
      argument,
    )
    const params = { projectIdOrName: project }
    const [{ id: projectId, appName }, apps] = await Promise.all([
      client.get('/v1/projects/{projectIdOrName}', { params }),
      everyPage((query) =>
        client.page('/v1/projects/{projectIdOrName}/provider-apps', { params, query }),
      ),
    ])
    const app = apps.find((one) => one.provider === provider.name)
    const { scopes, unknownObjects } = getNeededScopes(provider, integrations)
    const { files, notes } = makeAppFiles(provider, {
      appName,
      baseUrl: baseUrl.replace(/\/+$/, ''),
      redirectUri: formatRedirectUri(baseUrl),
      scopes,
      subscribed: listSubscribed(provider.name, integrations),
      eventURL:
        app &&
        `${baseUrl.replace(/\/+$/, '')}/subscribe/v1/projects/${projectId}/providers/${provider.name}/apps/${app.id}`,
    })
    const folder = values.out ?? `${argument}-app`
    for (const [name, text] of Object.entries(files)) {
      await writeNew(resolve(terminal.cwd, folder, name), text, { overwrite: values.overwrite })
    }
    const paths = Object.keys(files).map((name) => join(folder, name))
    if (unknownObjects.length > 0) {
      notes.push(`Add the scopes of ${unknownObjects.join(', ')}: they are unknown.`)
    }
    print(
      terminal.stdout,
      ...(values.json
        ? [JSON.stringify({ files: paths, notes }, null, 2)]
        : [...paths.map((path) => `Wrote ${path}`), ...notes]),
    )
    return 0
  },
})

export type SubscribedObjects = NonNullable<
  Schemas['Integration']['latestRevision']['content']['subscribe']
>['objects']

const listSubscribed = (
  provider: string,
  integrations: readonly Schemas['Integration'][],
): NonNullable<SubscribedObjects> =>
  integrations
    .filter((one) => one.provider === provider)
    .flatMap(({ latestRevision }) => latestRevision.content.subscribe?.objects ?? [])

async function writeNew(
  file: string,
  text: string,
  { overwrite = false }: { overwrite?: boolean | undefined },
): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text, { flag: overwrite ? 'w' : 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      throw new CommandError(`${file} exists. Pass --overwrite to replace it.`, 1, { cause: error })
    },
  )
}
