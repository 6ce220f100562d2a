'use client'

export { AccountList, type AccountListProps } from './account-list.tsx'
