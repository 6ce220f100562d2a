import { postJson } from '../api/sign-in.ts'

/** Approves a pending CLI sign-in. Returns the grant and the local port on which the CLI waits, if any. */
export const approveCliSignIn = (id: string) =>
  postJson<{ grant: string; port?: number }>('/auth/command-line/let-in', { id })

export const denyCliSignIn = (id: string) =>
  postJson<{ port?: number }>('/auth/command-line/turn-away', { id })

/** Redirects to the CLI, which listens on this machine, with the outcome. */
export function redirectToCli(port: number, answer: { login: string; grant?: string }): void {
  location.assign(`http://127.0.0.1:${port}/?${new URLSearchParams(answer)}`)
}
