import samples from '../../../../../docs/webhooks.md?samples'

/** How receivers verify messages in each language, from the guide, whose code is tested. */
export const snippetsOfVerifying: readonly { language: string; code: string }[] = samples
