// `npm run serve` of a release. Plain JavaScript: an older Node cannot read the server, but can say so.
if (Number(process.versions.node.split('.')[0]) < 26) {
  console.error(`The platform needs Node 26 or newer. This is Node ${process.versions.node}.`)
  process.exit(1)
}
// By a URL, as the file is only there in a release.
await import(new URL('packages/server/src/main/serve.ts', import.meta.url).href)
