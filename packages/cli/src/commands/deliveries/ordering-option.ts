const orderings = ['none', 'record', 'group', 'strict'] as const

export const orderingOption = {
  ordering: {
    type: 'string',
    value: 'WHICH',
    oneOf: orderings,
    description:
      'Which messages wait for earlier ones: none, those of a record, those of a group, or strict (all).',
  },
} as const

/** Returns the field of a destination, if the option is given. */
export function readOrderingOption(values: { ordering?: string }): {
  ordering?: (typeof orderings)[number]
} {
  const ordering = orderings.find((one) => one === values.ordering)
  return ordering ? { ordering } : {}
}
