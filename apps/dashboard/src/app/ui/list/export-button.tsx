import { useState } from 'react'
import type { ListQuery } from '../../api/list-query.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../button.tsx'
import { download, toCsv } from './csv.ts'
import { formatCount } from '../format.ts'
import { Icon } from '../icons.tsx'
import { ProblemMessage } from '../problem-message.tsx'

/** Maximum number of entries in a file, which spreadsheets and the browser's memory can handle. */
const maxEntries = 100_000

export interface ExportOfAll<Row> {
  fileName: string
  /** The list with its filters and order. */
  list: ListQuery<Row>
  /** Most entries that the server returns at once. */
  pageSize?: number
  /** Values of an entry by the name of the column. */
  values: Record<string, (row: Row) => string | undefined>
}

/** Exports all entries of a list, not only those of one page, and reports if there are more than fit into a file. */
export function ExportButton<Row>({ of }: { of: ExportOfAll<Row> }) {
  const [outcome, setOutcome] = useState('')
  const save = useAction(
    () => exportEntries(of, (count) => setOutcome(`Exporting… ${formatCount(count)} so far`)),
    (isCut) => setOutcome(isCut ? cutNote : ''),
  )
  return (
    <>
      {save.error ? (
        <ProblemMessage error={save.error} />
      ) : (
        <output className="hint">{outcome}</output>
      )}
      <Button
        tone="quiet"
        title="Exports all entries that match the filters"
        isBusy={save.isRunning}
        onClick={() => void save.run()}
      >
        {!save.isRunning && <Icon name="download" />}
        Export CSV
      </Button>
    </>
  )
}

const cutNote = `The file contains the first ${formatCount(maxEntries)} entries. Narrow the filters to export the others.`

/** Downloads the entries; returns whether there are more. */
async function exportEntries<Row>(
  { fileName, list, pageSize = 1000, values }: ExportOfAll<Row>,
  onPage: (count: number) => void,
): Promise<boolean> {
  const columns = Object.values(values)
  const rows: string[][] = []
  let pageToken: string | undefined
  do {
    const { data, nextPageToken } = await list.page({ pageSize, ...(pageToken && { pageToken }) })
    rows.push(...data.map((row) => columns.map((valueOf) => valueOf(row) ?? '')))
    pageToken = nextPageToken
    if (pageToken) onPage(rows.length)
  } while (pageToken && rows.length < maxEntries)
  download(fileName, toCsv([Object.keys(values), ...rows]))
  return pageToken !== undefined
}
