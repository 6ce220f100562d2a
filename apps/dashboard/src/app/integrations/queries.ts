import type { Client, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

export function integrationQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  const rehearse = (
    sourceYaml: string,
    destructive: boolean,
  ): Query<Schemas['ManifestRehearsal']> => ({
    key: key('plan', sourceYaml, String(destructive)),
    fetch: async () => {
      const answer = await client.put(`${base}/integrations:batch`, {
        params,
        query: { validateOnly: true, destructive },
        body: { sourceYaml },
      })
      return 'findings' in answer ? answer : { findings: [], integrations: [] }
    },
  })
  return {
    /** Without most of their definitions, which are large. */
    integrations: (): ListQuery<Schemas['Integration']> => ({
      key: key('integrations'),
      page: (query) =>
        client.page(`${base}/integrations`, { params, query: { ...query, brief: true } }),
    }),
    revisions: (integrationId: string): ListQuery<Schemas['DeployedRevision']> => ({
      key: key('revisions', integrationId),
      page: (query) =>
        client.page(`${base}/integrations/{integrationId}/revisions`, {
          params: { ...params, integrationId },
          query,
        }),
    }),
    /** Fetches the differences between two revisions. */
    comparison: (
      integrationId: string,
      revisionId: string,
      other: string,
    ): Query<Schemas['RevisionChange'][]> => ({
      key: key('comparison', revisionId, other),
      fetch: async () =>
        (
          await client.get(`${base}/integrations/{integrationId}/revisions/{revisionId}:compare`, {
            params: { ...params, integrationId, revisionId },
            query: { with: other },
          })
        ).changes,
    }),
    /** Fetches the effects of deploying a `platform.yaml`. */
    plan: (sourceYaml: string, destructive: boolean) => rehearse(sourceYaml, destructive),
    /** Fetches the effects of deploying the revision again. JSON is valid YAML. */
    rehearsal: (
      { id, specVersion, content }: Schemas['Revision'],
      destructive: boolean,
    ): Query<Schemas['ManifestRehearsal']> => ({
      ...rehearse(JSON.stringify({ specVersion, integrations: [content] }), destructive),
      key: key('rehearsal', id, String(destructive)),
    }),
    /** Fetches errors and warnings of a `platform.yaml`, without deploying it. */
    findings: (sourceYaml: string): Query<Schemas['ManifestFinding'][]> => ({
      key: key('findings', sourceYaml),
      fetch: async () => {
        const reply = await client.put(`${base}/integrations:batch`, {
          params,
          query: { validateOnly: true },
          body: { sourceYaml },
        })
        return 'findings' in reply ? reply.findings : []
      },
    }),
    integration: (integrationIdOrName: string): Query<Schemas['Integration']> => ({
      key: key('integration', integrationIdOrName),
      fetch: () =>
        client.get(`${base}/integrations/{integrationIdOrName}`, {
          params: { ...params, integrationIdOrName },
        }),
    }),
  }
}

/** Returns what changes with a new revision of the integration. */
export const listRevisionQueries = (
  queries: ReturnType<typeof integrationQueries>,
  { id, name }: { id: string; name: string },
) => [queries.integration(name), queries.integration(id), queries.revisions(id)]
