import { ProblemError, type Client, type Schemas } from '@platform/client'
import { everyPage } from '../target/every-page.ts'
import { CommandError } from '../terminal/terminal.ts'

export const formatRedirectUri = (baseUrl: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/callbacks/v1/oauth`

/** Returns a provider of the catalogue, and the project's integrations with any provider. */
export async function requireProviderWithIntegrations(
  { client, project }: { client: Client; project: string },
  name: string,
): Promise<{ provider: Schemas['ProviderInfo']; integrations: Schemas['Integration'][] }> {
  const params = { projectIdOrName: project }
  const [provider, integrations] = await Promise.all([
    client
      .get('/v1/providers/{provider}', { params: { provider: name } })
      .catch((error: unknown) => {
        if (!(error instanceof ProblemError && error.status === 404)) throw error
        throw new CommandError(`No provider is called ${name}. List them: platform providers list`)
      }),
    everyPage((query) =>
      client.page('/v1/projects/{projectIdOrName}/integrations', { params, query }),
    ),
  ])
  return { provider, integrations }
}
