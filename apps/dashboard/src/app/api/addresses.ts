import { getJson } from './sign-in.ts'

/** Public URLs of this server, which may differ from the URL of this page. */
export const addresses = {
  key: ['addresses'],
  fetch: () =>
    getJson<{ redirectUri: string; customRedirectUri: string; registry: string }>(
      '/addresses.json',
    ),
}
