import {
  buildPerAttempt,
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
} from '@platform/connector'
import type { EntryFinding } from '@platform/contract'
import { checkPage } from './reading/check-page.ts'
import { newestPosition, makePiece } from './reading/pieces.ts'
import type { Arrived, Position } from './reading/position-state.ts'
import type { DeclarativeProvider } from './provider.ts'
import { withContents } from './reading/read.ts'
import { takeRecords } from './reading/records.ts'
import { pageRequest } from './calls/request.ts'
import type { Reading, ResolvedObject } from './calls/resolve.ts'

/** A few records are sufficient. */
export const fewRecords = 3

export interface ObjectTrial {
  provider: DeclarativeProvider
  client: ProviderClient
  object: ResolvedObject
}

export const makePassed = (ability: EntryFinding['ability'], detail: string): EntryFinding => ({
  ability,
  outcome: 'passed',
  detail,
})
export const makeFailed = (ability: EntryFinding['ability'], detail: string): EntryFinding => ({
  ability,
  outcome: 'failed',
  detail,
})
export const makeUnproven = (ability: EntryFinding['ability'], detail: string): EntryFinding => ({
  ability,
  outcome: 'unproven',
  detail,
})

/** A failure with a message that is safe to show. */
export class TrialRefusal extends Error {}

export const describeRejection = ({ failure, status }: ProviderError) =>
  status === undefined ? failure : `${failure}, status ${status}`

/** Runs a step and returns its finding. */
export async function runStep(
  ability: EntryFinding['ability'],
  step: () => Promise<EntryFinding[]>,
): Promise<EntryFinding[]> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof TrialRefusal) return [makeFailed(ability, error.message)]
    // No call was made: the message comes from the entry.
    if (error instanceof ProviderError && error.failure === 'unsupported') {
      return [makeFailed(ability, error.message)]
    }
    if (error instanceof ProviderError) {
      return [
        makeFailed(
          ability,
          `The provider refused or did not answer (${describeRejection(error)}).`,
        ),
      ]
    }
    throw error
  }
}

export interface TrialPage extends Arrived {
  records: ProviderRecord[]
}

interface Wish {
  position?: Position
  sinceMs?: number
}

export async function readTrialPage(
  { provider, client, object }: ObjectTrial,
  reading: Reading,
  { position = {}, sinceMs }: Wish = {},
): Promise<TrialPage> {
  const { paging } = reading
  const size = paging.style !== 'none' && paging.size ? fewRecords : undefined
  const response = await client.request(
    buildPerAttempt(() =>
      pageRequest(reading, position, {
        fieldNames: Object.keys(object.rules.fields ?? {}),
        sinceMs,
        untilMs: undefined,
        size,
        headers: provider.declaration.headers ?? {},
        values: client.metadata,
        base: object.base,
        piece: makePiece(reading, position.piece ?? newestPosition(reading).piece ?? 0, {
          sinceMs,
          untilMs: undefined,
        }),
      }),
    ),
  )
  if (response.status === reading.emptyStatus) return { response, records: [], size }
  try {
    checkPage(provider, response, reading)
  } catch (error) {
    if (error instanceof ProviderError)
      throw new TrialRefusal(`The provider rejected the record (${describeRejection(error)}).`)
    throw error
  }
  try {
    const listed = (await takeRecords(response, reading)).records
    const records = reading.fetch ? listed.slice(0, fewRecords) : listed
    const fieldNames = Object.keys(object.rules.fields ?? {})
    const contents = await withContents(provider, client, { object, reading, fieldNames, records })
    return { response, records: [...contents, ...listed.slice(records.length)], size }
  } catch (error) {
    // Errors describe the reply by the terms of the entry.
    if (error instanceof ProviderError) throw new TrialRefusal(error.message)
    throw error
  }
}
