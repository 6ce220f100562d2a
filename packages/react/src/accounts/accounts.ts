'use client'

import type { Query, Schemas } from '@platform/client'
import type { UiApi } from '../api.ts'
import { keys } from '../queries.ts'
import { useMutation } from '../use-mutation.ts'

export type Account = Schemas['Installation']

/** Fetches the accounts of the group, the default one first. */
export const accountsQuery = (api: UiApi, integrationId: string): Query<Account[]> => ({
  key: [...keys.installations(api), integrationId, 'accounts'],
  fetch: () =>
    api.get('/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations', {
      params: { projectIdOrName: api.project, integrationId },
      query: { groupRef: api.caller.groupRef, pageSize: 100 },
    }),
})

/** Changes the name that people read. */
export const useRenameAccount = (api: UiApi, integrationId: string) =>
  useMutation(({ id, name }: { id: string; name: string }) =>
    api.patch(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}',
      {
        params: { projectIdOrName: api.project, integrationId, installationId: id },
        query: { groupRef: api.caller.groupRef },
        body: { updateMask: ['displayName'], installation: { displayName: name } },
      },
    ),
  )
