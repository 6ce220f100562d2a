import { isMembers } from '../../members.ts'

/**
 * Returns the secrets of several webhooks, by their keys, that one subscription stores as one text;
 * none if it is not such a text.
 */
export function parseWebhookSecrets(text: string | undefined): Record<string, string> {
  if (!text?.startsWith('{')) return {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (!isMembers(parsed)) return {}
    return Object.fromEntries(
      Object.entries(parsed).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}

export const serializeWebhookSecrets = (secrets: Readonly<Record<string, string>>): string =>
  JSON.stringify(secrets)

/** Returns the secrets that a delivery may be signed with. */
export function listWebhookSecrets(stored: string): string[] {
  const several = Object.values(parseWebhookSecrets(stored))
  return several.length > 0 ? several : [stored]
}
