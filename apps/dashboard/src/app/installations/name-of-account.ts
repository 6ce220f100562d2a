/** Names a customer's account of an integration; undefined for a default account without a name. */
export const nameOfAccount = ({
  displayName,
  instance,
}: {
  displayName?: string | undefined
  instance?: string | undefined
}): string | undefined => displayName ?? instance
