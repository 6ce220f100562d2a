import { ProblemError } from '@platform/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fakeProblem } from './testing/fake-problems.ts'
import { ProblemMessage } from './ui/problem-message.tsx'
import { english } from './words.ts'

it.each(['origin-not-allowed', 'frontend-keys-off'])(
  'tells customers to contact support for %s',
  (kind) => {
    const error = new ProblemError(fakeProblem(403, kind))

    const html = renderToStaticMarkup(<ProblemMessage error={error} />)

    expect(html).toContain(english.wrongPage)
    expect(html).toContain(english.wrongPageText)
  },
)
