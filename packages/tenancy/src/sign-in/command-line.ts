import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { APIError } from '@better-auth/core/error'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { sql } from 'kysely'
import { z } from 'zod'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { clientIpHeader } from './request-headers.ts'

/** A command line that waits for somebody to let it in. */
interface Waiting {
  /** Shown at both ends, so that people see that they let in their own. */
  code: string
  /** The hash of what only the command line knows. */
  challenge: string
  /** What it calls its machine, and where it called from. */
  name: string
  ip: string
  startTime: string
  /** Where it listens on its machine; undefined when somebody types there what the browser shows. */
  port?: number | undefined
  /** Who has let it in, and the hash of what their browser was given for it. */
  letIn?: { userId: string; grantHash: string }
}

const lifetimeMs = 10 * 60_000

const Id = z.string().regex(/^[\w-]{22}$/)
const Secret = z.string().regex(/^[\w-]{43}$/)

/**
 * Signs a command line in by a browser in which somebody is signed in.
 *
 * Agreeing to what a stranger began gives nothing away: the grant goes through the browser that
 * agreed to the machine that this browser runs on, or is shown there to be typed, and never to who
 * only knows that somebody agreed. Whoever has the grant needs the secret as well that the command
 * line began with.
 */
export const commandLine = ({
  db,
  publicUrl,
}: {
  db: AcrossTenants
  publicUrl: string
}): BetterAuthPlugin => {
  /** What waits under the ID, and the text by which it is exchanged for another or taken away. */
  async function find(id: string): Promise<{ waiting: Waiting; text: string }> {
    const { rows } = await sql<{ value: string }>`
      select "value" from auth."verification"
      where "identifier" = ${identifierOf(id)} and "expiresAt" > now()`.execute(db)
    const [row] = rows
    if (!row) throw notWaiting()
    return { waiting: JSON.parse(row.value) as Waiting, text: row.value }
  }

  async function take(id: string, text: string): Promise<void> {
    const { rows } = await sql`
      delete from auth."verification"
      where "identifier" = ${identifierOf(id)} and "value" = ${text}
      returning "id"`.execute(db)
    if (rows.length === 0) throw notWaiting()
  }

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
            startTime: new Date().toISOString(),
            port,
          }
          await ctx.context.internalAdapter.createVerificationValue({
            identifier: identifierOf(id),
            value: JSON.stringify(waiting),
            expiresAt: new Date(Date.now() + lifetimeMs),
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
          const letIn = { userId: ctx.context.session.user.id, grantHash: hashOf(grant) }
          const { rows } = await sql`
            update auth."verification" set "value" = ${JSON.stringify({ ...waiting, letIn })}
            where "identifier" = ${identifierOf(id)} and "value" = ${text}
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
          if (!letIn || !isSame(hashOf(grant), letIn.grantHash)) throw notWaiting()
          if (!isSame(hashOf(secret), challenge)) throw notWaiting()
          await take(id, text)
          const user = await ctx.context.internalAdapter.findUserById(letIn.userId)
          if (!user) throw notWaiting()
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ email: user.email })
        },
      ),
    },
  }
}

/** Letters that are not taken for one another or for words. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

function newCode(): string {
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

const hashOf = (text: string) => hash('sha256', text, 'base64url')

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const identifierOf = (id: string) => `command-line:${id}`

/** Equal for every invalid code, so that it reveals nothing of the pending sign-ins. */
const notWaiting = () =>
  APIError.from('BAD_REQUEST', {
    code: 'COMMAND_LINE_NOT_WAITING',
    message: 'The CLI sign-in has expired or was already used. Run `platform login` again.',
  })
