import type { Client, Query, Schemas } from '@platform/client'
import { getJson } from '../api/sign-in.ts'

/** Sign-in data of the person that the API does not return. */
export const account = {
  key: ['account'],
  fetch: () =>
    getJson<{
      user: { emailVerified: boolean; twoFactorEnabled?: boolean | null }
      session: { token: string }
    }>('/auth/get-session'),
}

/** Fetches the signed-in person and their permissions. */
export const myInfo = (client: Client): Query<Schemas['BuilderInfo']> => ({
  key: ['my-info'],
  fetch: () => client.get('/v1/my-info'),
})

/** Sign-in methods of the person. */
export const signInMethods = {
  key: ['ways-in'],
  fetch: () => getJson<{ providerId: string }[]>('/auth/list-accounts'),
}

export interface Passkey {
  id: string
  name: string | null
  createdAt: string
}

export const passkeysQuery = {
  key: ['passkeys'],
  fetch: () => getJson<Passkey[]>('/auth/passkey/list-user-passkeys'),
}

export interface OpenSession {
  token: string
  createdAt: string
  ipAddress: string | null
  userAgent: string | null
}

export const sessions = {
  key: ['sessions'],
  fetch: async () => {
    const open = await getJson<OpenSession[]>('/auth/list-sessions')
    return open.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  },
}
