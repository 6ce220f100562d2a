import { must } from '@platform/kernel/values'

/**
 * Follows the flow through a provider like a browser with the platform's cookie. Returns the
 * platform's final page.
 */
export async function signInBy(
  begin: string,
  {
    cookie: kept,
    account,
    headers = {},
  }: { cookie?: string; account?: string; headers?: Record<string, string> } = {},
): Promise<{ page: Response; callback: string; cookie: string }> {
  const started = await fetch(begin, {
    redirect: 'manual',
    headers: { ...headers, ...(kept && { cookie: kept }) },
  })
  const cookie = started.headers.get('set-cookie')?.split(';', 1)[0] ?? kept ?? ''
  const authorize = new URL(must(started.headers.get('location'), 'location'))
  authorize.searchParams.set('sandbox_auto_approve', '1')
  if (account) authorize.searchParams.set('sandbox_account', account)
  const consent = await fetch(authorize, { redirect: 'manual' })
  const callback = must(consent.headers.get('location'), 'location')
  return { page: await fetch(callback, { headers: { cookie } }), callback, cookie }
}
