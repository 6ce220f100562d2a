import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { APIError } from '@better-auth/core/error'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { sql } from 'kysely'
import { z } from 'zod'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { clientIpHeader } from './request-headers.ts'
import { getNow } from '@platform/kernel/values'

/** A CLI sign-in that waits for approval. */
interface Waiting {
  /**
   * Shown in the terminal and the browser, so that people can verify that they approve their own
   * sign-in.
   */
  code: string
  /** Hash of a secret that only the CLI knows. */
  challenge: string
  /** Name and address of its machine. */
  name: string
  ip: string
  startTime: string
  /** Port on which it listens locally; undefined if the code from the browser is typed there. */
  port?: number | undefined
  /** Who approved it in which session, and the hash of the grant given to their browser. */
  letIn?: { userId: string; sessionId: string; grantHash: string }
}

const lifetimeMs = 10 * 60_000

const Id = z.string().regex(/^[\w-]{22}$/)
const Secret = z.string().regex(/^[\w-]{43}$/)

/**
 * Signs a CLI in through a browser with a session. Approving a stranger's request reveals nothing:
 * the grant is sent from the approving browser to the machine it runs on, or is shown there to be
 * typed, and the CLI needs its own secret as well.
 */
export const commandLine = ({
  db,
  publicUrl,
}: {
  db: AcrossTenants
  publicUrl: string
}): BetterAuthPlugin => {
  const { find, take, hasSession } = waitingSignIns(db)
  return {
    id: 'command-line',
    endpoints: {
      startCommandLine: createAuthEndpoint(
        '/command-line/start',
        {
          method: 'POST',
          body: z.object({
            challenge: Secret,
            name: z.string().max(100),
            port: z.int().min(1024).max(65_535).optional(),
          }),
        },
        async (ctx) => {
          const { challenge, name, port } = ctx.body
          const id = randomBytes(16).toString('base64url')
          const waiting: Waiting = {
            code: newCode(),
            challenge,
            name: name.replaceAll(/\p{C}/gu, ' ').trim(),
            ip: ctx.headers?.get(clientIpHeader) ?? '',
            startTime: getNow().toISOString(),
            port,
          }
          await ctx.context.internalAdapter.createVerificationValue({
            identifier: toIdentifier(id),
            value: JSON.stringify(waiting),
            expiresAt: getNow(lifetimeMs),
          })
          return ctx.json({
            id,
            code: waiting.code,
            url: `${publicUrl}/command-line?login=${id}`,
            expiresInSeconds: lifetimeMs / 1000,
          })
        },
      ),

      getCommandLine: createAuthEndpoint(
        '/command-line/waiting',
        { method: 'GET', query: z.object({ id: Id }), use: [sessionMiddleware] },
        async (ctx) => {
          const { code, name, ip, startTime, letIn } = (await find(ctx.query.id)).waiting
          if (letIn) throw notWaiting()
          return ctx.json({ code, name, ip, startTime })
        },
      ),

      letInCommandLine: createAuthEndpoint(
        '/command-line/let-in',
        { method: 'POST', body: z.object({ id: Id }), use: [sessionMiddleware] },
        async (ctx) => {
          const { id } = ctx.body
          const { waiting, text } = await find(id)
          if (waiting.letIn) throw notWaiting()
          const grant = randomBytes(32).toString('base64url')
          const { user, session } = ctx.context.session
          const letIn = {
            ...{ userId: user.id, sessionId: session.id },
            grantHash: hashCommandLineId(grant),
          }
          const { rows } = await sql`
            update auth."verification" set "value" = ${JSON.stringify({ ...waiting, letIn })}
            where "identifier" = ${toIdentifier(id)} and "value" = ${text}
            returning "id"`.execute(db)
          if (rows.length === 0) throw notWaiting()
          return ctx.json({ grant, port: waiting.port })
        },
      ),

      turnAwayCommandLine: createAuthEndpoint(
        '/command-line/turn-away',
        { method: 'POST', body: z.object({ id: Id }), use: [sessionMiddleware] },
        async (ctx) => {
          const { waiting, text } = await find(ctx.body.id)
          await take(ctx.body.id, text)
          return ctx.json({ port: waiting.port })
        },
      ),

      finishCommandLine: createAuthEndpoint(
        '/command-line/finish',
        { method: 'POST', body: z.object({ id: Id, grant: Secret, secret: Secret }) },
        async (ctx) => {
          const { id, grant, secret } = ctx.body
          const { waiting, text } = await find(id)
          const { letIn, challenge } = waiting
          if (!letIn || !isSameText(hashCommandLineId(grant), letIn.grantHash)) throw notWaiting()
          if (!isSameText(hashCommandLineId(secret), challenge)) throw notWaiting()
          await take(id, text)
          const user = await ctx.context.internalAdapter.findUserById(letIn.userId)
          if (!user || !(await hasSession(letIn.sessionId))) throw notWaiting()
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ email: user.email })
        },
      ),
    },
  }
}

/** Returns the queries of CLI sign-ins. */
function waitingSignIns(db: AcrossTenants) {
  return {
    /**
     * Returns the waiting sign-in with this ID, and the stored text by which it is replaced or
     * removed.
     */
    async find(id: string): Promise<{ waiting: Waiting; text: string }> {
      const { rows } = await sql<{ value: string }>`
        select "value" from auth."verification"
        where "identifier" = ${toIdentifier(id)} and "expiresAt" > now()`.execute(db)
      const [row] = rows
      if (!row) throw notWaiting()
      return { waiting: JSON.parse(row.value) as Waiting, text: row.value }
    },
    /** Reports whether the session has not ended. */
    async hasSession(id: string): Promise<boolean> {
      const { rows } = await sql`
        select from auth."session" where "id" = ${id} and "expiresAt" > now()`.execute(db)
      return rows.length > 0
    },
    async take(id: string, text: string): Promise<void> {
      const { rows } = await sql`
        delete from auth."verification"
        where "identifier" = ${toIdentifier(id)} and "value" = ${text}
        returning "id"`.execute(db)
      if (rows.length === 0) throw notWaiting()
    },
  }
}

/** Letters that are not mistaken for one another and form no words. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

function newCode(): string {
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

const hashCommandLineId = (text: string) => hash('sha256', text, 'base64url')

const isSameText = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const toIdentifier = (id: string) => `command-line:${id}`

/** Identical for every invalid code, so that it reveals nothing about pending sign-ins. */
const notWaiting = () =>
  APIError.from('BAD_REQUEST', {
    code: 'COMMAND_LINE_NOT_WAITING',
    message: 'The CLI sign-in has expired or was already used. Run `platform login` again.',
  })
