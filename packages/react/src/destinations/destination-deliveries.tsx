'use client'

import { useEffect, useRef, useState } from 'react'
import { UiButton } from '../ui/button.tsx'
import { UiBadge, UiLoading, type BadgeTone } from '../ui/layout.tsx'
import { UiProblemMessage } from '../ui/problem-message.tsx'
import { useAnnounce } from '../ui/root.tsx'
import { UiSwitch } from '../ui/switch.tsx'
import { useAllWords } from '../words/all-words.ts'
import { describeAttempt } from './attempt-text.ts'
import { nameMessages, type DestinationText } from './destination-words.ts'
import type { DestinationDelivery } from './destination-types.ts'
import {
  useDeliveryAttempts,
  useDestinationDeliveries,
  useDestinationMutations,
  type DestinationCaller,
} from './use-destinations.ts'

interface DestinationDeliveriesProps {
  w: DestinationText
  caller: DestinationCaller
  destinationId: string
}

const pollMs = 2_000

/** The newest deliveries to a destination, and older ones on request. */
export function DestinationDeliveries(props: DestinationDeliveriesProps) {
  const { w, caller, destinationId } = props
  const { t } = useAllWords()
  const [onlyFailing, setOnlyFailing] = useState(false)
  const { deliveries, hasMore, fetchMore, isFetchingMore, error, isFetching, refetch } =
    useDestinationDeliveries({ ...caller, destinationId, onlyFailing })
  const list = useRef<HTMLUListElement>(null)
  const firstOlder = useRef<number>(undefined)
  const count = deliveries?.length ?? 0
  useEffect(() => {
    if (firstOlder.current === undefined || count <= firstOlder.current) return
    // The button may disappear with the focus.
    list.current?.querySelectorAll('summary')[firstOlder.current]?.focus()
    firstOlder.current = undefined
  }, [count])
  const isPending = deliveries?.some(({ status }) => status === 'pending') ?? false
  useEffect(() => {
    // A slow reply would otherwise be overtaken by the next request, for ever.
    if (!isPending || isFetching) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && refetch(), pollMs)
    return () => clearInterval(timer)
  }, [isPending, isFetching, refetch])

  return (
    <section className="plat-group">
      <h3 className="plat-group-title">
        {w('deliveries')}
        <UiButton tone="quiet" isBusy={isFetching && deliveries !== undefined} onClick={refetch}>
          {w('refresh')}
        </UiButton>
      </h3>
      <UiSwitch
        label={w('onlyFailed')}
        isOn={onlyFailing}
        onChange={(isOn) => {
          firstOlder.current = undefined
          setOnlyFailing(isOn)
        }}
      />
      {deliveries ? (
        deliveries.length > 0 ? (
          <ul className="plat-activity" ref={list}>
            {deliveries.map((delivery) => (
              <DeliveryItem key={delivery.id} {...props} delivery={delivery} />
            ))}
          </ul>
        ) : (
          <p className="plat-muted">{w('noDeliveries')}</p>
        )
      ) : (
        !error && <UiLoading label={t('loading')} />
      )}
      {error && <UiProblemMessage error={error} onRetry={refetch} />}
      {hasMore && (
        <UiButton
          tone="quiet"
          isBusy={isFetchingMore}
          onClick={() => {
            firstOlder.current = count
            fetchMore()
          }}
        >
          {w('older')}
        </UiButton>
      )}
    </section>
  )
}

const tones = {
  pending: 'neutral',
  retrying: 'warning',
  paused: 'warning',
  delivered: 'good',
  failed: 'bad',
  canceled: 'neutral',
} as const satisfies Record<DestinationDelivery['status'], BadgeTone>

function DeliveryItem({
  delivery,
  ...props
}: DestinationDeliveriesProps & { delivery: DestinationDelivery }) {
  const { w, caller, destinationId } = props
  const { id, eventType, objectName, status, createTime, nextAttemptTime } = delivery
  const { t, moment } = useAllWords()
  const announce = useAnnounce()
  const { replay } = useDestinationMutations(caller)
  const [isOpen, setIsOpen] = useState(false)
  const name = [nameMessages(w, eventType), objectName].filter(Boolean).join(' · ')
  const about = (
    <span className="plat-visually-hidden">
      {' '}
      {name}, {moment(createTime)}
    </span>
  )
  const isEnded = status === 'delivered' || status === 'failed' || status === 'canceled'

  return (
    <li>
      <div className="plat-activity-text">
        <div className="plat-chips">
          <bdi className="plat-strong">{name}</bdi>
          <UiBadge tone={tones[status]}>
            {status === 'retrying' || status === 'paused' ? t(status) : w(status)}
          </UiBadge>
        </div>
        <p className="plat-muted">{moment(createTime)}</p>
        {status === 'retrying' && nextAttemptTime && (
          <p>{t('triedAgain', { time: moment(nextAttemptTime) })}</p>
        )}
        {replay.error && <UiProblemMessage error={replay.error} />}
        <details
          className="plat-details"
          data-plat-part="details"
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary>
            {w('attempts')}
            {about}
          </summary>
          {isOpen && <Attempts {...props} deliveryId={id} />}
        </details>
      </div>
      {isEnded && (
        <UiButton
          isBusy={replay.isPending}
          onClick={() => {
            replay
              .mutate({ id: destinationId, deliveryId: id })
              .then(() => announce(w('replayed')))
              // Shown above.
              .catch(() => undefined)
          }}
        >
          {w('replay')}
          {about}
        </UiButton>
      )}
    </li>
  )
}

function Attempts({
  w,
  caller,
  destinationId,
  deliveryId,
}: DestinationDeliveriesProps & { deliveryId: string }) {
  const { t, moment } = useAllWords()
  const { attempts, error, refetch } = useDeliveryAttempts({ ...caller, destinationId, deliveryId })
  if (!attempts) {
    return error ? (
      <UiProblemMessage error={error} onRetry={refetch} />
    ) : (
      <p aria-busy="true">{t('loading')}</p>
    )
  }
  return attempts.map((attempt) => (
    <div key={attempt.number} className="plat-group">
      <p>
        {moment(attempt.time)}: {describeAttempt(w, attempt)}
      </p>
      {(attempt.response?.body || attempt.error?.detail) && (
        <code className="plat-code">
          <bdi>{attempt.response?.body || attempt.error?.detail}</bdi>
        </code>
      )}
    </div>
  ))
}
