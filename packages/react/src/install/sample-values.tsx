'use client'

import { useWords } from '../use-words.tsx'

/** What stands in the field in some records, so that the user sees which one they choose. */
export function SampleValues({ values }: { values: string[] | undefined }) {
  const { say } = useWords()
  if (!values) return null

  const shown = [...new Set(values)].filter(Boolean).slice(0, 3)
  return (
    <p className="plat-samples plat-hint" data-plat-part="samples">
      {shown.length ? (
        <>
          <span>{say('forExample')}</span>
          {shown.map((value) => (
            <span key={value} className="plat-sample">
              {value}
            </span>
          ))}
        </>
      ) : (
        say('noSample')
      )}
    </p>
  )
}
