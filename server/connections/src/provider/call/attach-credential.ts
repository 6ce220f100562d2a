import type { CatalogueEntry } from '@platform/connector'
import { fillTemplate } from '@platform/connectors'
import { getTokens, type Credentials } from '../../credentials/credentials.ts'

/** Adds the credential to the header or the query, as the provider requires. */
export function attachCredential(
  { info, authSteps }: CatalogueEntry,
  credentials: Credentials,
  values: Readonly<Record<string, string>>,
  url: URL,
  headers: Record<string, string>,
): void {
  switch (credentials.kind) {
    case 'none':
      return
    case 'apiKey': {
      const { header, query } = info.apiKeyOpts ?? {}
      if (info.basicOpts?.apiKeyAsBasic) {
        headers.authorization = keyAsBasic(credentials.apiKey, info.basicOpts.apiKeyAsBasicOpts)
      } else if (query) url.searchParams.set(query.name, credentials.apiKey)
      else
        headers[header?.name.toLowerCase() ?? 'authorization'] =
          `${header?.valuePrefix ?? ''}${credentials.apiKey}`
      return
    }
    case 'basic':
      headers.authorization = basic(credentials.username, credentials.password)
      return
    case 'custom':
    case 'customSteps': {
      const token = getTokens(credentials)?.accessToken
      const all = {
        ...values,
        ...credentials.values,
        ...(authSteps && token !== undefined && { [authSteps.token]: token }),
      }
      for (const { name, valueTemplate } of info.customOpts?.headers ?? []) {
        headers[name.toLowerCase()] = fillTemplate(valueTemplate, all)
      }
      for (const { name, valueTemplate } of info.customOpts?.queryParams ?? []) {
        url.searchParams.set(name, fillTemplate(valueTemplate, all))
      }
      return
    }
    default: {
      const header = info.oauth2Opts?.accessTokenOpts?.header
      const token = credentials.tokens?.accessToken ?? ''
      headers[header?.name.toLowerCase() ?? 'authorization'] =
        `${header ? (header.valuePrefix ?? '') : 'Bearer '}${token}`
    }
  }
}

/** `keyFormat` is the text before encoding, such as `{{key}}:X`. */
function keyAsBasic(
  key: string,
  { fieldUsed = 'username', keyFormat }: { fieldUsed?: string; keyFormat?: string } = {},
): string {
  const format = keyFormat ?? (fieldUsed === 'password' ? ':{{key}}' : '{{key}}:')
  return `Basic ${Buffer.from(format.replace('{{key}}', () => key)).toString('base64')}`
}

const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
