/**
 * Rights are those of the newest version that has started. Each change of them has a migration with
 * the digest, by which a process of an older version recognizes that its own are out of date.
 */
export const rights = '4cb2fb21c36dd11a'
