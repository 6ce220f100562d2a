/** Files that Vite includes as text. */
declare module '*?raw' {
  const text: string
  export default text
}

/** Files that Vite copies to the built assets. */
declare module '*?url' {
  const url: string
  export default url
}
