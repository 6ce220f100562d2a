/**
 * Returns the label of an API name: the given one, or words made from the name. `first_name`
 * becomes "First name", `Billing_City__c` "Billing City".
 */
export function toLabel(name: string, displayName?: string): string {
  return displayName && displayName !== name ? displayName : splitName(name)
}

function splitName(name: string): string {
  const words = name
    // Salesforce marks custom names with this suffix.
    .replace(/__[a-z]{1,2}$/, '')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/[_\s]+|-(?=\p{Ll})/gu, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
