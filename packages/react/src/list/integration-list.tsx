'use client'

import { lazy, Suspense, useState } from 'react'
import { providerDisplayName } from '../connect/connect-card.tsx'
import { ProviderMark } from '../connect/provider-mark.tsx'
import type { InstallIntegrationProps } from '../install/install-integration.tsx'
import { toLabel } from '../words/label.ts'
import { getDirection } from '../words/languages.ts'
import { PlatformErrorBoundary } from '../platform-error-boundary.tsx'
import { usePlatform } from '../platform-provider.tsx'
import { keys } from '../queries.ts'
import type { OnError } from '../use-report.tsx'
import { useAllWords } from '../words/all-words.ts'
import { UiButton } from '../ui/button.tsx'
import { UiHealthBadge } from '../ui/health-badge.tsx'
import { UiLoading } from '../ui/layout.tsx'
import { usePart } from '../ui/part.ts'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { Root } from '../ui/root.tsx'
import { filterOptions } from '../ui/search.ts'
import { UiTextField } from '../ui/text-field.tsx'
import { useIntegrations, type ListedIntegration } from './use-integrations.ts'

const InstallIntegration = lazy(() =>
  import('../install/install-integration.tsx').then((module) => ({
    default: module.InstallIntegration,
  })),
)

type Callbacks = Pick<
  InstallIntegrationProps,
  'onInstallSuccess' | 'onUpdateSuccess' | 'onUninstallSuccess' | 'fieldMapping'
>

export interface IntegrationListProps extends Callbacks {
  consumerRef: string
  consumerName?: string
  groupRef: string
  groupName?: string
  /** Called with the name of the chosen integration, to open your own page. Without it, the integration opens in place. */
  onSelect?: (integration: string) => void
  /** Called once for every problem that is shown. */
  onError?: OnError
}

/** Lists all integrations of the project with their state, and opens the chosen one. */
export function IntegrationList(props: IntegrationListProps) {
  usePlatform()
  return (
    <PlatformErrorBoundary onError={props.onError}>
      <ListScreens key={props.groupRef} {...props} />
    </PlatformErrorBoundary>
  )
}

function ListScreens({ onSelect, onError, ...scope }: IntegrationListProps) {
  const { groupRef, consumerRef } = scope
  const { apiFor, store } = usePlatform()
  const { t } = useAllWords()
  const [opened, setOpened] = useState<string>()
  const { integrations, error, refetch } = useIntegrations({ groupRef, consumerRef })

  const isOpened = opened !== undefined
  const screen = isOpened ? 'opened' : integrations ? 'list' : error ? 'problem' : 'loading'
  const title = integrations?.find(({ integration }) => integration.name === opened)
  const close = () => {
    setOpened(undefined)
    // Changes in the opened integration appear at once.
    void store.invalidate(keys.installations(apiFor({ groupRef, consumerRef })))
  }

  return (
    <Root part="integration-list" label={t('integrations')} screen={screen}>
      {screen === 'loading' && (
        <UiLoading label={t('loading')}>
          <span className="plat-skeleton" data-size="title" />
          <CardSkeletons />
        </UiLoading>
      )}
      {screen === 'problem' && error && <UiProblemMessage error={error} onRetry={refetch} />}
      {screen === 'list' && integrations && (
        <Cards all={integrations} onOpen={onSelect ?? setOpened} />
      )}
      {isOpened && (
        <>
          {/* Takes the focus while the integration loads. */}
          <h2 className="plat-visually-hidden" data-plat-part="heading" tabIndex={-1}>
            {title ? getIntegrationTitle(title) : opened}
          </h2>
          <div className="plat-actions">
            <UiButton tone="quiet" onClick={close}>
              {t('back')}
            </UiButton>
          </div>
          <Suspense fallback={<UiLoading label={t('loading')} />}>
            <InstallIntegration integration={opened} {...scope} onError={onError} />
          </Suspense>
        </>
      )}
    </Root>
  )
}

/** Placeholders in the shape of cards. */
const CardSkeletons = () => (
  <div className="plat-cards">
    {[1, 2, 3, 4].map((one) => (
      <div key={one} className="plat-card">
        <span className="plat-skeleton" />
        <div className="plat-header-text">
          <span className="plat-skeleton" data-size="short" />
        </div>
        <span className="plat-skeleton" data-size="button" />
      </div>
    ))}
  </div>
)

/** So many are seen at a glance, without a search. */
const fewCards = 6

function Cards({ all, onOpen }: { all: ListedIntegration[]; onOpen: (name: string) => void }) {
  const { t } = useAllWords()
  const [text, setText] = useState('')
  const [category, setCategory] = useState('')
  const categories = [...new Set(all.flatMap((one) => getCategory(one) ?? []))].toSorted()
  const items = all
    .filter((one) => !category || getCategory(one) === category)
    .map((one) => ({
      one,
      label: getIntegrationTitle(one),
      name: providerDisplayName(one.provider),
    }))
  const found = filterOptions(items, text)

  return (
    <>
      <h2 {...usePart('heading', 'plat-heading')} tabIndex={-1}>
        {t('integrations')}
      </h2>
      {all.length > fewCards && (
        <UiTextField
          type="search"
          label={t('searchIntegrations')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {all.length > fewCards && categories.length > 1 && (
        <div className="plat-actions">
          {categories.map((one) => (
            <UiButton
              key={one}
              tone={one === category ? 'neutral' : 'quiet'}
              aria-pressed={one === category}
              onClick={() => setCategory(one === category ? '' : one)}
            >
              {one}
            </UiButton>
          ))}
        </div>
      )}
      {found.length === 0 && <p className="plat-muted">{t('noIntegrations')}</p>}
      <ul className="plat-cards" aria-label={t('integrations')}>
        {found.map(({ one }) => (
          <Card key={one.integration.id} of={one} onOpen={onOpen} />
        ))}
      </ul>
    </>
  )
}

function Card({ of, onOpen }: { of: ListedIntegration; onOpen: (name: string) => void }) {
  const { t } = useAllWords()
  const { integration, provider, installation } = of
  const title = getIntegrationTitle(of)
  const providerName = providerDisplayName(provider)
  return (
    <li className="plat-card" data-plat-part="card" data-state={installation?.health.state}>
      <ProviderMark info={provider} />
      <div className="plat-header-text">
        <p className="plat-strong">{title}</p>
        {providerName !== title && <p className="plat-muted">{providerName}</p>}
        {installation && <UiHealthBadge of={installation.health} healthy="installed" />}
      </div>
      <UiButton onClick={() => onOpen(integration.name)}>
        {t(installation ? 'manage' : 'install')}
        <span className="plat-visually-hidden"> {title}</span>
        <Arrow />
      </UiButton>
    </li>
  )
}

/** Points in reading direction. Not among the other icons, which load with the connect card. */
function Arrow() {
  const isMirrored = getDirection(useAllWords().language) === 'rtl'
  return (
    <svg className="plat-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d="M3 8h9.5 M9 4.5 12.5 8 9 11.5"
        transform={isMirrored ? 'matrix(-1 0 0 1 16 0)' : undefined}
      />
    </svg>
  )
}

const getIntegrationTitle = ({ integration }: ListedIntegration) =>
  toLabel(integration.name, integration.latestRevision.content.displayName)

const getCategory = ({ provider }: ListedIntegration) => provider.labels?.['category']
