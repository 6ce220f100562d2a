import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '@platform/kernel/db/database'
import { escapeHtml, plainForm, plainQuery } from '@platform/kernel/http/forms'
import { dashboardStylesheet } from '@platform/dashboard'
import { getFirst } from '@platform/kernel/values'
import { isGoodForSetup, setUp } from './setup.ts'

const Choices = z.object({
  token: z.string(),
  email: z.email('Enter an email address, such as you@example.com.'),
  name: z.string().trim().min(1, 'Enter your name.').max(255),
  org: z.string().trim().min(1, 'Enter the name of your organization.').max(255),
  password: z.string().min(10, 'Use at least 10 characters.').max(128),
})

/** Serves the page on which the first owner is created, for whoever has the link from the log. */
export function setupRoutes(http: FastifyInstance, database: Database): void {
  http.get('/setup', async (request, reply) => {
    const { token = '' } = plainQuery(request)
    return (await isGoodForSetup(database, token))
      ? show(reply, 200, form({ token }))
      : showGone(reply)
  })

  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      async (_request: FastifyRequest, body: string) => plainForm(body),
    )
    scope.post<{ Body?: Record<string, string> }>('/setup', async (request, reply) => {
      const { body: values = {} } = request
      const { data: choices, error } = Choices.safeParse(values)
      if (!choices) {
        const { path, message } = getFirst(error.issues)
        return show(reply, 400, form(values, { name: String(path[0]), message }))
      }
      const outcome = await setUp(database, choices.token, choices)
      if (outcome === 'done') {
        const cookies = await cookiesFor(http, request, choices)
        if (cookies.length > 0) reply.header('set-cookie', cookies)
        return reply.redirect('/', 303)
      }
      if (outcome === 'link-not-good') return showGone(reply)
      const message = 'This address already has an account. Sign in, or use another address.'
      return show(reply, 400, form(values, { name: 'email', message }))
    })
  })
}

/**
 * Returns the cookies that sign the new owner in; none if sign-in is not served here or requires
 * another step.
 */
async function cookiesFor(
  http: FastifyInstance,
  request: FastifyRequest,
  { email, password }: { email: string; password: string },
): Promise<string[]> {
  const { host, 'user-agent': userAgent } = request.headers
  const { headers } = await http.inject({
    method: 'POST',
    url: '/auth/sign-in/email',
    remoteAddress: request.ip,
    headers: { ...(host && { host }), ...(userAgent && { 'user-agent': userAgent }) },
    payload: { email, password },
  })
  return [headers['set-cookie'] ?? []].flat()
}

const showGone = (reply: FastifyReply) =>
  show(
    reply,
    410,
    `<section class="card sign-in">${mark}
<div><h1>This link is not valid</h1>
<p class="muted">It was already used, has expired, or is incomplete. Until an organization has an owner, the server logs
a new link each time it starts.</p></div>
<p><a href="/">Sign in</a></p></section>`,
  )

async function show(reply: FastifyReply, status: number, body: string): Promise<FastifyReply> {
  const stylesheet = await dashboardStylesheet()
  return reply.code(status).headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    // The URL contains the token.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }).send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Set up the platform</title>
${stylesheet ? `<link rel="stylesheet" href="${stylesheet}">` : ''}
</head>
<body><main class="lonely">${body}</main></body>
</html>
`)
}

const mark = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/>
<path d="m13.5 18.5 5-5m-4-2.7 1.6-1.6a4.7 4.7 0 0 1 6.7 6.7l-1.6 1.6m-3.7 3.7-1.6 1.6a4.7 4.7 0 0 1-6.7-6.7l1.6-1.6"/></svg>`

const firstField = 'org'

interface Wrong {
  name: string
  message: string
}

const form = (values: Record<string, string>, wrong?: Wrong) => `
<form class="card sign-in" method="post" action="/setup">${mark}
<div><h1>Set up the platform</h1>
<p class="muted">You will be the first owner. You can invite others later.</p></div>
<input type="hidden" name="token" value="${escapeHtml(values['token'] ?? '')}">
${renderField(firstField, 'Organization', values, 'autocomplete="organization" maxlength="255"', wrong)}
${renderField('name', 'Your name', values, 'autocomplete="name" maxlength="255"', wrong)}
${renderField('email', 'Email', values, 'type="email" autocomplete="username"', wrong)}
${renderField('password', 'Password', {}, 'type="password" minlength="10" maxlength="128" autocomplete="new-password"', wrong, 'At least 10 characters.')}
<button class="button" data-tone="primary">Create account</button>
</form>`

function renderField(
  name: string,
  label: string,
  values: Record<string, string>,
  attributes: string,
  wrong: Wrong | undefined,
  hint = '',
): string {
  const isWrong = wrong?.name === name
  const note = isWrong ? wrong.message : hint
  const described = note ? `aria-describedby="${name}-hint"` : ''
  // Without errors, the first field has the focus.
  const hasFocus = isWrong || (!wrong && name === firstField)
  const state = `${isWrong ? 'aria-invalid="true"' : ''} ${hasFocus ? 'autofocus' : ''}`
  return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(values[name] ?? '')}" required ${attributes} ${described} ${state}>
${note ? `<p id="${name}-hint" class="${isWrong ? 'field-error' : 'hint'}"${isWrong ? ' role="alert"' : ''}>${escapeHtml(note)}</p>` : ''}</div>`
}
