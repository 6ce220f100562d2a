// `npm run serve` of a release. Plain JavaScript, so that an older Node can report that it is too
// old.
if (Number(process.versions.node.split('.')[0]) < 26) {
  console.error(`The platform needs Node 26 or newer. This is Node ${process.versions.node}.`)
  process.exit(1)
}
// By URL, because the file exists only in a release.
await import(new URL('server/program/src/main/serve.ts', import.meta.url).href)
