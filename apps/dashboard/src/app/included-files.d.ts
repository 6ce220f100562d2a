/** Files that Vite copies to the built assets. */
declare module '*?url' {
  const url: string
  export default url
}

/** The samples of a guide in each language; see `vite.config.ts`. */
declare module '*?samples' {
  const samples: readonly { language: string; code: string }[]
  export default samples
}
