import { expect } from 'vitest'
import { claimCode } from './codes-once.ts'
import { createBuilder } from './create-builder.ts'
import * as guesses from './password-guesses.ts'
import { endFormerAccess } from './end-sessions.ts'
import { hasEnded } from './ended-sessions.ts'
import { giveToOwner, keepOnlySession } from './give-to-owner.ts'
import { type Trial, serves } from '@platform/testing/trial'

const startedByCommandLine = serves(async ({ api }) => {
  const { status, body } = await api.call('POST', '/auth/command-line/start', {
    body: { challenge: 'x'.repeat(43), name: 'laptop' },
  })
  const finished = await api.call('POST', '/auth/command-line/finish', {
    body: { id: body.id, grant: 'x'.repeat(43), secret: 'x'.repeat(43) },
  })
  expect([status, finished.status]).toEqual([200, 400])
  return [body, finished.body]
})

export const signInTrials: Record<string, Trial> = {
  'sign-in/ended-sessions.ts hasEnded': serves(({ all }) => hasEnded(all, 'made-up')),
  'sign-in/end-sessions.ts endFormerAccess': serves(({ all }) => endFormerAccess(all, 'made-up')),
  'sign-in/end-sessions.ts endResetLinks': serves(({ all }) => endFormerAccess(all, 'made-up')),
  'sign-in/codes-once.ts claimCode': serves(async ({ all }) => {
    expect([await claimCode(all, 'mine'), await claimCode(all, 'mine')]).toEqual([true, false])
  }),
  'sign-in/command-line.ts commandLine': startedByCommandLine,
  'sign-in/command-line.ts waitingSignIns': startedByCommandLine,
  'sign-in/create-builder.ts createBuilder': serves(({ all }) =>
    createBuilder(all, { email: 'eve@evil.test', passwordHash: 'hash', name: 'Eve' }),
  ),
  'sign-in/give-to-owner.ts giveToOwner': serves(({ all }) =>
    giveToOwner(all, { id: 'made-up', email: 'eve@evil.test' }),
  ),
  'sign-in/give-to-owner.ts keepOnlySession': serves(({ all }) =>
    keepOnlySession(all, 'made-up', 'made-up'),
  ),
  'sign-in/password-guesses.ts countGuess': serves(async ({ all }) => {
    expect(await guesses.countGuess(all, 'mine')).toMatchObject({ guesses: 1 })
    expect(await guesses.countGuess(all, 'mine')).toMatchObject({ guesses: 2 })
    expect(await guesses.countGuess(all, 'theirs')).toMatchObject({ guesses: 1 })
  }),
  'sign-in/password-guesses.ts forget': serves(async ({ all }) => {
    await guesses.forget(all, 'mine')
    expect(await guesses.countGuess(all, 'theirs')).toMatchObject({ guesses: 2 })
  }),
  'sign-in/password-guesses.ts mailCode': serves(({ all }) =>
    guesses.mailCode(
      all,
      { isConfigured: true, send: async () => true },
      {
        email: 'eve@evil.test',
        secret: 'secret',
      },
    ),
  ),
  'sign-in/pending-sign-ups.ts pendingSignUps': serves(async ({ api }) => {
    const { status, body } = await api.call('POST', '/auth/sign-up/email', {
      body: { email: 'new@mine.test', name: 'New', password: 'a long password' },
      headers: { origin: 'http://platform.test' },
    })
    expect(status).toBe(200)
    return body
  }),
}
