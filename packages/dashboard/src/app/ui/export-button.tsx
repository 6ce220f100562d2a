import { useState } from 'react'
import type { ListQuery } from '../api/list-query.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from './button.tsx'
import { download, toCsv } from './csv.ts'
import { formatCount } from './format.ts'
import { ProblemMessage } from './problem-message.tsx'

/** Maximum number of entries in a file, which spreadsheets and the browser's memory can handle. */
const mostEntries = 100_000

interface ExportButtonProps<Row> {
  fileName: string
  of: ListQuery<Row>
  /** Names of the columns. */
  titles: readonly string[]
  /** Returns the values of an entry in the order of the columns. */
  valuesOf: (row: Row) => readonly (string | undefined)[]
}

/** Exports all entries of a list, not only those of one page, and reports if there are more than fit into a file. */
export function ExportButton<Row>(props: ExportButtonProps<Row>) {
  const [isCut, setIsCut] = useState(false)
  const save = useAction(() => exported(props), setIsCut)
  return (
    <>
      <Button isBusy={save.isRunning} onClick={() => void save.run()}>
        Export as CSV
      </Button>
      {save.error && <ProblemMessage error={save.error} />}
      {isCut && (
        <p className="hint" aria-live="polite">
          The file contains the newest {formatCount(mostEntries)} entries. Choose an earlier time
          range to export older ones.
        </p>
      )}
    </>
  )
}

/** Downloads the entries; returns whether there are more. */
async function exported<Row>({
  fileName,
  of: { page },
  titles,
  valuesOf,
}: ExportButtonProps<Row>): Promise<boolean> {
  const rows: string[][] = []
  let pageToken: string | undefined
  do {
    const { data, nextPageToken } = await page({ pageSize: 1000, ...(pageToken && { pageToken }) })
    rows.push(...data.map((one) => valuesOf(one).map((value = '') => value)))
    pageToken = nextPageToken
  } while (pageToken && rows.length < mostEntries)
  download(fileName, toCsv([titles, ...rows]))
  return pageToken !== undefined
}
