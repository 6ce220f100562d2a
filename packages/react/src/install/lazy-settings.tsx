'use client'

import { lazy, Suspense } from 'react'
import { listOptionalEvents } from '../config/local-config.ts'
import { useIntegration } from '../use-installation.ts'
import { useAllWords } from '../words/all-words.ts'
import { UiLoading } from '../ui/layout.tsx'
import type { SettingsProps } from './settings/settings.tsx'

const Settings = lazy(() => import('./settings/settings.tsx'))

/** Loads and shows settings that few integrations have, where this one has them. */
export function LazySettings(props: SettingsProps) {
  const { t } = useAllWords()
  const { integration } = useIntegration()
  const { subscribe, proxy, tools } = integration?.latestRevision.content ?? {}
  const hasChoices = () => {
    if (props.of === 'object')
      return props.object.schedules.length + props.object.periods.length > 0
    const isWritten = 'objects' in props && props.objects.length > 0
    if (props.of === 'writing') return isWritten
    const hasEvents = subscribe?.objects?.some((object) => listOptionalEvents(object).length > 0)
    return isWritten || hasEvents || proxy?.enabled || tools
  }
  if (!hasChoices()) return null
  return (
    <Suspense fallback={<UiLoading label={t('loading')} />}>
      <Settings {...props} />
    </Suspense>
  )
}
