import guide from '../../../../../docs/webhooks.md?raw'

export interface Snippet {
  language: string
  code: string
}

/** How receivers verify messages in each language, from the guide, whose code is tested. */
export const snippetsOfVerifying: readonly Snippet[] = [
  ...guide.matchAll(/```\w+ tab="([^"]+)"\n([^]*?)\n```/g),
].map(([, language = '', code = '']) => ({ language, code }))
