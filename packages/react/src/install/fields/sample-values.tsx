'use client'

import { useAllWords } from '../../words/all-words.ts'

/** Shows values of the field in some records, to identify it. */
export function SampleValues({ values }: { values: string[] | undefined }) {
  const { t } = useAllWords()
  if (!values) return null

  const shown = [...new Set(values)].filter(Boolean).slice(0, 3)
  return (
    <p className="plat-samples plat-hint" data-plat-part="samples">
      {shown.length ? (
        <>
          <span>{t('forExample')}</span>
          {shown.map((value) => (
            <span key={value} className="plat-sample">
              {value}
            </span>
          ))}
        </>
      ) : (
        t('noSample')
      )}
    </p>
  )
}
