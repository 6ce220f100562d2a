import { getJson } from './sign-in.ts'

/** Where others reach this server, which may be elsewhere than where this page was opened. */
export const addresses = {
  key: ['addresses'],
  fetch: () =>
    getJson<{ redirectUri: string; customRedirectUri: string; registry: string }>(
      '/addresses.json',
    ),
}
