import type { ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { findProject } from '@platform/tenancy/projects/projects'
import { findProviderApp } from '@platform/tenancy/projects/provider-apps'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values'
import { hashSecret } from './browser.ts'
import { customProvider, makePage, redirectAt, type CustomAuthAttempt } from './custom-attempt.ts'
import { newState } from './sessions.ts'
import type * as store from './store.ts'

/** The step of a flow whose page is open, and the values known so far. */
export interface AttemptProgress {
  step: number
  inputs: Record<string, string>
  values: Record<string, string>
  /** Of a page whose provider posts values: hash of the secret of their URL, and the values once posted. */
  posting?: { hash: string; values?: Record<string, string> }
}

export const sealProgress = (
  { secrets }: Services,
  projectId: ProjectId,
  progress: AttemptProgress,
) => secrets.seal(projectId, JSON.stringify(progress))

/** State that the flow of a session continues with. */
export async function openAttempt(
  services: Services,
  db: Db,
  session: store.ConnectSessionRow,
): Promise<CustomAuthAttempt & { progress: AttemptProgress }> {
  const { projectId, provider, providerAppId } = session
  const sealed = must(session.customAuth, `progress of ${session.id}`)
  const progress = JSON.parse(await services.secrets.open(projectId, sealed)) as AttemptProgress
  const app = providerAppId ? await findProviderApp(db, providerAppId) : undefined
  const metadata = session.providerMetadata
  const entry = customProvider(services, provider)
  return { projectId, entry, app, metadata, inputs: progress.inputs, progress }
}

/** Path below which providers post values: the ID of the session and a secret. */
export const postedPath = '/callbacks/v1/custom-auth/posted'

export const hashPostingSecret = (secret: string): string =>
  hashSecret(secret).toString('base64url')

/** Returns a page of the provider, and the progress with the URL to which it posts, if it does. */
export async function openProviderPage(
  services: Services,
  db: Db,
  { id, projectId }: store.ConnectSessionRow,
  {
    attempt,
    progress,
    state,
  }: { attempt: CustomAuthAttempt; progress: AttemptProgress; state: string },
): Promise<{ page: string; progress: AttemptProgress }> {
  const { step, values } = progress
  if (!redirectAt(attempt.entry, step).posted) {
    return { page: await makePage(services, attempt, { step, values, state }), progress }
  }
  // Not the state: the URLs of the browser's history must not be enough to post.
  const secret = newState()
  const { appName, name } = must(await findProject(db, projectId), projectId)
  const posting = {
    session: id,
    appName: appName || name,
    url: `${services.publicUrl}${postedPath}/${id}/${secret}`,
  }
  const page = await makePage(services, attempt, { step, values, state, posting })
  return { page, progress: { ...progress, posting: { hash: hashPostingSecret(secret) } } }
}
