import { getJson } from '../api/sign-in.ts'

export interface PendingCliSignIn {
  code: string
  /** Name of the machine. */
  name: string
  ip: string
  startTime: string
}

/** Fetches the pending CLI sign-in with this ID. */
export const pendingCliSignIn = (id: string) => ({
  key: ['command-line', id],
  fetch: () => getJson<PendingCliSignIn>(`/auth/command-line/waiting?id=${encodeURIComponent(id)}`),
})
