import { Fragment } from 'react'

/** Shows text between backticks as code. */
export const WithCode = ({ text }: { text: string }) =>
  text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? (
        <code key={`${index} ${part}`}>{part}</code>
      ) : (
        <Fragment key={`${index} ${part}`}>{part}</Fragment>
      ),
    )
