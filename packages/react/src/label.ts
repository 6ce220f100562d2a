/**
 * What end users read for something that an API names: its label, or where nobody gave it one the words
 * of its name. `first_name` becomes "First name", `Billing_City__c` "Billing City".
 */
export function labelOf(name: string, displayName?: string): string {
  return displayName && displayName !== name ? displayName : wordsOf(name)
}

function wordsOf(name: string): string {
  const words = name
    // Salesforce marks what a customer added.
    .replace(/__[a-z]{1,2}$/, '')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/[_\s]+|-(?=\p{Ll})/gu, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
