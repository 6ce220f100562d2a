import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { escapeHtml, htmlPage } from '../http/html-page.ts'
import { plainForm, plainQuery } from '../http/plain-query.ts'
import { isGoodForSetup, setUp } from './setup.ts'

const Choices = z.object({
  token: z.string(),
  email: z.email('Give an email address, such as you@example.com.'),
  name: z.string().trim().min(1, 'Give your name.').max(255),
  org: z.string().trim().min(1, 'Give the name of your organization.').max(255),
  password: z.string().min(10, 'The password must have 10 characters or more.').max(128),
})

/** The page on which the first owner is made, for whoever has the link from the log. */
export function setupRoutes(http: FastifyInstance, database: Database): void {
  http.get('/setup', async (request, reply) => {
    const { token = '' } = plainQuery(request)
    return (await isGoodForSetup(database, token)) ? show(reply, 200, form({ token })) : gone(reply)
  })

  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      async (_request: FastifyRequest, body: string) => plainForm(body),
    )
    scope.post<{ Body?: Record<string, string> }>(
      '/setup',
      async ({ body: values = {} }, reply) => {
        const { data: choices, error } = Choices.safeParse(values)
        if (!choices) return show(reply, 400, form(values, error.issues[0]!.message))

        const outcome = await setUp(database, choices.token, choices)
        if (outcome === 'done') return reply.redirect('/', 303)
        if (outcome === 'link-not-good') return gone(reply)
        return show(
          reply,
          400,
          form(
            values,
            'Somebody has an account with this address already: sign in, or give another one.',
          ),
        )
      },
    )
  })
}

const gone = (reply: FastifyReply) =>
  show(
    reply,
    410,
    `<h1>This link does not work</h1>
<p>It has been used, has expired or is not complete. While no organization has an owner, each start of
the server writes a new one to its log.</p><p><a href="/">Sign in</a></p>`,
  )

const show = (reply: FastifyReply, status: number, body: string) =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      // The address holds the token.
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(htmlPage('Set up the platform', `<main>${body}</main>`))

const form = (values: Record<string, string>, message?: string) => `
<h1>Set up the platform</h1>
<p>You become the first owner. Others can be invited later.</p>
${message ? `<p role="alert"><strong>${escapeHtml(message)}</strong></p>` : ''}
<form method="post" action="/setup">
<input type="hidden" name="token" value="${escapeHtml(values['token'] ?? '')}">
${field('org', 'Organization', values, 'autocomplete="organization"')}
${field('name', 'Your name', values, 'autocomplete="name"')}
${field('email', 'Email', values, 'type="email" autocomplete="username"')}
${field('password', 'Password, 10 characters or more', {}, 'type="password" minlength="10" autocomplete="new-password"')}
<p><button>Create the account</button></p>
</form>`

const field = (name: string, label: string, values: Record<string, string>, attributes: string) =>
  `<p><label>${label}<br><input name="${name}" value="${escapeHtml(values[name] ?? '')}" required ${attributes}></label></p>`
