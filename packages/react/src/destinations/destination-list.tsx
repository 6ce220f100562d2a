'use client'

import { useState } from 'react'
import { PlatformErrorBoundary } from '../platform-error-boundary.tsx'
import { usePlatform } from '../platform-provider.tsx'
import { UiButton } from '../ui/button.tsx'
import { UiHealthBadge } from '../ui/health-badge.tsx'
import { CardHeader, CardLoading } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { Root } from '../ui/root.tsx'
import type { OnError } from '../use-report.tsx'
import { useAllWords } from '../words/all-words.ts'
import { DestinationDetails } from './destination-details.tsx'
import { DestinationEntry } from './destination-entry.tsx'
import { isProblem } from './destination-problem.tsx'
import { useDestinationWords, type DestinationText } from './destination-words.ts'
import type { Destination, DestinationWithSecret } from './destination-types.ts'
import { SigningSecret } from './signing-secret.tsx'
import {
  useDestinationMutations,
  useDestinations,
  type DestinationsState,
} from './use-destinations.ts'

export interface DestinationListProps {
  /** The customer whose destinations are managed. */
  groupRef: string
  /** The end user. The token needs the claim `managesDestinations`. */
  consumerRef: string
  /** Called once a destination was added, without its secret. */
  onAdded?: (destination: Destination) => void
  /** Called once a destination was deleted. */
  onDeleted?: (destinationId: string) => void
  /** Called once for every problem that is shown. */
  onError?: OnError
}

/** Lets end users add, test, change, disable and replay the webhooks of their group. */
export function DestinationList(props: DestinationListProps) {
  usePlatform()
  return (
    <PlatformErrorBoundary onError={props.onError}>
      <DestinationScreens key={JSON.stringify([props.groupRef, props.consumerRef])} {...props} />
    </PlatformErrorBoundary>
  )
}

type Opened = { secretOf: DestinationWithSecret } | { id: string } | 'new' | undefined

function DestinationScreens({ onAdded, onDeleted, ...caller }: DestinationListProps) {
  const { t } = useAllWords()
  const w = useDestinationWords()
  const state = useDestinations(caller)
  const { add } = useDestinationMutations(caller)
  const [opened, setOpened] = useState<Opened>()
  const { destinations, settings, error } = state

  if (!w || !destinations || !settings) {
    return (
      <Root
        part="destination-list"
        label={w?.('title') ?? ''}
        screen={error ? 'problem' : 'loading'}
      >
        {error && w ? (
          <UiProblemMessage
            error={error}
            {...(isProblem(error, 'permission-missing') && { title: w('forbidden') })}
            onRetry={state.refetch}
          />
        ) : (
          <CardLoading label={t('loading')} />
        )}
      </Root>
    )
  }
  const shown =
    typeof opened === 'object' && 'id' in opened
      ? destinations.find(({ id }) => id === opened.id)
      : undefined
  const secretOf = typeof opened === 'object' && 'secretOf' in opened ? opened.secretOf : undefined
  const screen = shown ? 'details' : secretOf ? 'secret' : opened === 'new' ? 'adding' : 'list'

  return (
    <Root part="destination-list" label={shown?.label ?? w('title')} screen={screen}>
      {screen === 'list' && (
        <Overview
          {...{ w, destinations }}
          state={state}
          onOpen={(id) => setOpened({ id })}
          onAdd={() => setOpened('new')}
        />
      )}
      {screen === 'adding' && (
        <>
          <CardHeader title={w('add')} mark={null} />
          <DestinationEntry
            {...{ w, settings }}
            mutation={add}
            onSubmit={(entered) =>
              void add
                .mutate(entered)
                .then((added) => {
                  const { webhookSigningKey: _, ...destination } = added
                  setOpened({ secretOf: added })
                  onAdded?.(destination)
                })
                // The form shows the error.
                .catch(() => undefined)
            }
            onCancel={() => setOpened(undefined)}
          />
        </>
      )}
      {secretOf && (
        <SigningSecret w={w} of={secretOf} onDone={() => setOpened({ id: secretOf.id })} />
      )}
      {shown && (
        <DestinationDetails
          key={shown.id}
          {...{ w, settings, caller }}
          destination={shown}
          onSecret={(rotated) => setOpened({ secretOf: rotated })}
          onDeleted={() => {
            setOpened(undefined)
            onDeleted?.(shown.id)
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Root>
  )
}

interface OverviewProps {
  w: DestinationText
  destinations: readonly Destination[]
  state: DestinationsState
  onOpen: (id: string) => void
  onAdd: () => void
}

function Overview({ w, destinations, state, onOpen, onAdd }: OverviewProps) {
  const { t } = useAllWords()
  const { settings, canAdd, isOffered } = state
  return (
    <>
      <CardHeader title={w('title')} subtitle={w('intro')} mark={null} />
      {destinations.length > 0 ? (
        <ul className="plat-activity" aria-label={w('title')}>
          {destinations.map((destination) => (
            <li key={destination.id} data-state={destination.health.state}>
              <div className="plat-activity-text">
                <div className="plat-chips">
                  <bdi className="plat-strong">{destination.label}</bdi>
                  <UiHealthBadge of={destination.health} healthy="active" />
                </div>
                <code className="plat-code" dir="ltr">
                  {destination.url}
                </code>
              </div>
              <UiButton onClick={() => onOpen(destination.id)}>
                {t('manage')}
                <span className="plat-visually-hidden"> {destination.label}</span>
              </UiButton>
            </li>
          ))}
        </ul>
      ) : (
        isOffered && <p>{w('none')}</p>
      )}
      {canAdd ? (
        <div className="plat-actions">
          <UiButton tone="primary" onClick={onAdd}>
            {w('add')}
          </UiButton>
        </div>
      ) : (
        <p className="plat-muted">
          {isOffered ? w('limit', { count: settings?.maxPerGroup ?? 0 }) : w('notOffered')}
        </p>
      )}
    </>
  )
}
