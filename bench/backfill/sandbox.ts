import { startSandbox } from '@platform/sandbox'

/** The sandbox CRM as a process of its own; prints its addresses. */
const { salesforceUrl, hubspotUrl } = await startSandbox({
  seed: { contacts: Number(process.argv[2]) },
})
console.log(JSON.stringify({ salesforceUrl, hubspotUrl }))
