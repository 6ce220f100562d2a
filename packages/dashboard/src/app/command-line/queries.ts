import { ask } from '../api/sign-in.ts'

export interface WaitingCommandLine {
  code: string
  /** What it calls its machine. */
  name: string
  ip: string
  startTime: string
}

/** The command line that waits under this ID to be let in. */
export const waitingCommandLine = (id: string) => ({
  key: ['command-line', id],
  fetch: () => ask<WaitingCommandLine>(`/auth/command-line/waiting?id=${encodeURIComponent(id)}`),
})
