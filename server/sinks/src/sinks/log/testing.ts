import type { DestinationMetadata } from '@platform/contract'
import { givenHttp, type SinkWorld } from '../testing/sink-world.ts'

/** Starts a receiver of logs by OTLP. */
export async function givenLog(metadata?: DestinationMetadata): Promise<SinkWorld> {
  const { url, requests } = await givenHttp()
  return {
    metadata: { endpointUrl: url, ...metadata },
    credentials: { headers: { 'x-key': 'k' } },
    arrived: async () =>
      requests.flatMap(({ body }) =>
        body.resourceLogs[0].scopeLogs[0].logRecords.map((record: any) => {
          const attribute = (name: string) =>
            record.attributes.find(({ key }: { key: string }) => key === name).value.stringValue
          const message = JSON.parse(record.body.stringValue)
          return {
            id: attribute('event.id'),
            type: attribute('event.name'),
            data: message.data ?? message,
          }
        }),
      ),
  }
}
