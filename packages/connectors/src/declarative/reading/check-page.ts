import type { ProviderResponse } from '@platform/connector'
import type { DeclarativeProvider } from '../provider.ts'
import type { Reading } from '../calls/resolve.ts'
import { listPlaces } from './whole.ts'

/** Throws if a reply is no page of the list. */
export function checkPage(
  { refusals }: DeclarativeProvider,
  response: ProviderResponse,
  reading: Pick<Reading, 'records' | 'single' | 'paging' | 'total'>,
): void {
  // Without an envelope, the members are those of a record.
  if (reading.single && reading.records === '') refusals.check(response)
  else refusals.checkPage(response, { records: reading.records, declared: listPlaces(reading) })
}
