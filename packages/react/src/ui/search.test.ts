import { expect, it } from 'vitest'
import { filterOptions } from './search.ts'

const fields = [
  { name: 'MobilePhone', label: 'Mobile Phone' },
  { name: 'Phone', label: 'Business Phone' },
  { name: 'Ph_nomen__c', label: 'Phänomen' },
  { name: 'Email', label: 'Email' },
]

const names = (words: string) => filterOptions(fields, words).map(({ name }) => name)

it('ranks exact and prefix matches of label or API name first', () => {
  expect(names('phone')).toEqual(['Phone', 'MobilePhone'])
})

it('matches letters in order and ignores accents and case', () => {
  expect(names('mbp')).toEqual(['MobilePhone'])
  expect(names('PHANO')).toEqual(['Ph_nomen__c'])
})

it('keeps the order without a query', () => {
  expect(names(' ')).toHaveLength(4)
})
