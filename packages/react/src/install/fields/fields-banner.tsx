'use client'

import { ProblemError } from '@platform/client'
import {
  ConnectionNotice,
  isProductRejected,
  needsSignIn,
  RevokedNotice,
  ReauthenticateButton,
} from '../../connect/connection-details.tsx'
import type { UiInstallation } from '../../config/config.ts'
import { useInstallationScope } from '../../installation-provider.tsx'
import { toLabel } from '../../words/label.ts'
import { localProblem } from '../../config/local-problem.ts'
import { Notice } from '../../ui/layout.tsx'
import { UiProblemMessage } from '../../ui/problem-message.tsx'
import { useConnection } from '../../use-connection.ts'
import { useInstallation } from '../../use-installation.ts'
import { useManifest } from '../../config/use-manifest.ts'
import { useAllWords } from '../../words/all-words.ts'

/**
 * Explains once for all tabs why the connection is unhealthy or the fields cannot be loaded.
 * Earlier choices stay visible below.
 */
export function FieldsBanner({ providerName }: { providerName: string }) {
  const { t } = useAllWords()
  const { api } = useInstallationScope()
  const { connection } = useConnection()
  const { installation } = useInstallation()
  const { readObjects, error, refetch } = useManifest()
  const undescribed = readObjects.find((object) => object.error)?.error
  const isRevoked =
    (connection && needsSignIn(connection)) ||
    (error instanceof ProblemError && error.kind === 'credentials-refused')

  if (connection && isRevoked) {
    return (
      <RevokedNotice connection={connection} providerName={providerName}>
        <ReauthenticateButton api={api} connection={connection} providerName={providerName} />
      </RevokedNotice>
    )
  }
  // A provider that rejects the product also rejects its requests for fields, and a retry would not help.
  const isRefused = connection && isProductRejected(connection)
  if ((error ?? undescribed) && !isRefused) {
    // Alone: the connection's trouble has the same cause, and only here the user can retry.
    return (
      <UiProblemMessage
        title={t('fieldsFailed', { provider: providerName })}
        error={error ?? unavailable(undescribed ?? '')}
        providerName={providerName}
        onRetry={refetch}
      />
    )
  }
  return (
    connection && (
      <>
        <ConnectionNotice connection={connection} providerName={providerName} />
        {connection.health.state === 'healthy' && installation && (
          <FailureNotice installation={installation} providerName={providerName} />
        )}
      </>
    )
  )
}

/**
 * Explains why the installation fails although its connection works: since when, and what to do.
 */
function FailureNotice({
  installation: { health, objects, subscription },
  providerName: provider,
}: {
  installation: UiInstallation
  providerName: string
}) {
  const { t, moment } = useAllWords()
  const { readObjects } = useManifest()
  if (health.state === 'limited' && health.retryTime) {
    return (
      <Notice tone="warning" icon="alert">
        {t('limitedUntil', { provider, time: moment(health.retryTime) })}
      </Notice>
    )
  }
  if (health.state !== 'failing') return null
  const isFailing = (of: { health: UiInstallation['health'] }) => of.health.state === 'failing'
  // Neither the customer nor the provider can mend a missing destination.
  const failing = Object.entries(objects).filter(
    ([, object]) => isFailing(object) && object.pausedFor !== 'destination',
  )
  const isSubscriptionFailing = subscription && isFailing(subscription)
  if (failing.length === 0 && !isSubscriptionFailing) return null
  const incomplete = failing.filter(([, { missingMappings }]) => missingMappings)
  const isOnlyIncomplete =
    incomplete.length > 0 && incomplete.length === failing.length && !isSubscriptionFailing
  const { since, retryTime } = health
  const lost = [...new Set(failing.flatMap(([, { lostFields = [] }]) => lostFields))]
  const why = failing.length === 0 ? t('changesFailed') : t('readsFail', { provider })
  const labelMapping = (objectName: string, mapToName: string) =>
    readObjects
      .find((object) => object.objectName === objectName)
      ?.mappings.find((mapping) => mapping.mapToName === mapToName)?.label ?? toLabel(mapToName)
  const labelObject = (objectName: string) =>
    readObjects.find((object) => object.objectName === objectName)?.displayName ??
    toLabel(objectName)

  return (
    <>
      {incomplete.map(([objectName, { missingMappings = [] }]) => (
        <Notice key={objectName} tone="warning" icon="alert">
          {t('mappingsMissing', {
            object: labelObject(objectName),
            fields: missingMappings.map((name) => labelMapping(objectName, name)).join(', '),
          })}
        </Notice>
      ))}
      {!isOnlyIncomplete && (
        <Notice tone="warning" icon="alert">
          <p className="plat-strong">
            {since ? t('failingSince', { time: moment(since) }) : t('failing')}
          </p>
          <p>{lost.length > 0 ? t('lostFields', { provider, fields: lost.join(', ') }) : why}</p>
          {retryTime && <p>{t('triedAgain', { time: moment(retryTime) })}</p>}
        </Notice>
      )}
    </>
  )
}

const known = new Map<string, Error>()

/** Returns the same problem object for equal messages, so that it is reported once. */
function unavailable(words: string): Error {
  const problem = known.get(words) ?? localProblem('provider-unavailable', words, 502)
  known.set(words, problem)
  return problem
}
