import { ProblemError } from '@platform/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fakeProblem } from '../testing/fake-problems.ts'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { english } from './words.ts'

it.each(['origin-not-allowed', 'frontend-keys-off'])(
  'asks customers to contact support for %s',
  (kind) => {
    const error = new ProblemError(fakeProblem(403, kind))

    const html = renderToStaticMarkup(<UiProblemMessage error={error} />)

    expect(html).toContain(english.wrongPage)
    expect(html).toContain(english.wrongPageText)
  },
)

it.each(['base-url-wrong', 'token-malformed', 'integration-not-found', 'project-not-found'])(
  'shows customers that the page is not set up correctly for %s',
  (kind) => {
    const error = new ProblemError({ ...fakeProblem(404, kind), detail: 'Set baseUrl.' })

    const html = renderToStaticMarkup(<UiProblemMessage error={error} />)

    expect(html).toContain(english.wrongPage)
    expect(html).toContain('Set baseUrl.')
  },
)
