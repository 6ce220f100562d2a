import { useState } from 'react'
import { Text } from '../../ui/code/code.tsx'
import { snippetsOfVerifying } from '../verify-snippets.ts'

/** Shows how a receiver verifies messages, in each language. */
export function VerifyMessages() {
  const [language, choose] = useState('TypeScript')
  const snippet = snippetsOfVerifying.find((one) => one.language === language)
  return (
    <div className="stack">
      <p className="muted">
        Your receiver verifies the signature with the signing secret before it parses the body.
      </p>
      <fieldset className="languages">
        <legend className="visually-hidden">Language</legend>
        {snippetsOfVerifying.map((one) => (
          <label key={one.language} className="language">
            <input
              type="radio"
              name="language"
              className="visually-hidden"
              checked={one.language === language}
              onChange={() => choose(one.language)}
            />
            {one.language}
          </label>
        ))}
      </fieldset>
      {snippet && <Text label={`${language} code`} text={snippet.code} />}
      <p className="hint">
        <a href="/docs/webhooks" target="_blank" rel="noreferrer">
          Duplicates, delays and order
        </a>
      </p>
    </div>
  )
}
