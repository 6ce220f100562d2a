import { post } from '../api/sign-in.ts'

/** Answers what the command line is let in by, and at which port of this machine it waits for that. */
export const letIn = (id: string) =>
  post<{ grant: string; port?: number }>('/auth/command-line/let-in', { id })

export const turnAway = (id: string) =>
  post<{ port?: number }>('/auth/command-line/turn-away', { id })

/** Brings an answer to the command line, which listens on the machine that this browser runs on. */
export function goBack(port: number, answer: { login: string; grant?: string }): void {
  location.assign(`http://127.0.0.1:${port}/?${new URLSearchParams(answer)}`)
}
