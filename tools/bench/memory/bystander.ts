/** Searches for the other organization, one after the other, and reports how long each search took. */
const [url, apiKey] = process.argv.slice(2)

const times: { at: number; ms: number }[] = []
let failures = 0

async function search(): Promise<void> {
  const beganAt = Date.now()
  const reply = await fetch(
    `${url}/search/v1/projects/bystander/integrations/meadow?groupRef=good`,
    {
      method: 'POST',
      headers: { 'x-api-key': apiKey ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({
        objectName: 'books',
        fieldFilters: [{ fieldName: 'title', operator: 'eq', value: 'x' }],
      }),
    },
  )
  await reply.text()
  if (!reply.ok) failures++
  times.push({ at: beganAt, ms: Date.now() - beganAt })
}

process.on('message', ({ from, until }: { from: number; until: number }) => {
  const within = times.filter(({ at }) => at >= from && at < until).map(({ ms }) => ms)
  process.send?.({ ms: within, failures })
  failures = 0
})
process.send?.({ isReady: true })
for (;;) await search()
