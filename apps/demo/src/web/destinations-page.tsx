import { PlatformProvider } from '@platform/react'
import { DestinationList } from '@platform/react/destinations'
import type { DemoSession } from './backend.ts'
import { LanguageChoice, useLocale } from './language-choice.tsx'
import { usePlatformOptions } from './platform-options.ts'

/** Lets the customer manage webhooks of its own. */
export function DestinationsPage({ session }: { session: DemoSession }) {
  const [locale, setLocale] = useLocale()
  const { id, companyId, company } = session.user
  return (
    <PlatformProvider options={usePlatformOptions(session, locale)}>
      <p className="lead">Larkfield sends messages about {company} to systems of your own.</p>
      <DestinationList groupRef={companyId} consumerRef={id} />
      <LanguageChoice {...{ locale, setLocale }} />
    </PlatformProvider>
  )
}
