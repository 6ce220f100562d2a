import type {
  Connector,
  ProviderClient,
  ProviderRecord,
  ReadPage,
  ReadRequest,
} from '@platform/connector'

/** Reads every page like the engine; calls `between` after each page but the last. */
export async function readAllPages(
  connector: Connector,
  client: ProviderClient,
  request: ReadRequest,
  { between }: { between?: (page: ReadPage, number: number) => Promise<unknown> } = {},
): Promise<{ pages: ReadPage[]; records: ProviderRecord[] }> {
  const pages: ReadPage[] = []
  let cursor: string | undefined
  do {
    const page = await connector.read(client, { ...request, cursor })
    pages.push(page)
    cursor = page.next
    if (cursor && between) await between(page, pages.length)
  } while (cursor !== undefined)
  return { pages, records: pages.flatMap(({ records }) => records) }
}
