import type { Client } from '@platform/client'

/** Connects a provider without a browser, like an end user who grants everything. */
export async function connect(
  client: Client,
  request: { projectIdOrName: string; provider: string; groupRef: string; consumerRef: string },
): Promise<void> {
  const begin = await client.post('/v1/oauth-connect', { body: request })
  const started = await fetch(begin, { redirect: 'manual' })
  const authorizeUrl = started.headers.get('location')!
  const cookie = started.headers.get('set-cookie')!.split(';', 1)[0]!
  const consent = await fetch(`${authorizeUrl}&sandbox_auto_approve=1`, { redirect: 'manual' })
  const callback = await fetch(consent.headers.get('location')!, { headers: { cookie } })
  const page = await callback.text()
  if (callback.status !== 200) throw new Error(`The callback answered ${callback.status}: ${page}`)
}
