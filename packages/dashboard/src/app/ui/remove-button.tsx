import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Confirm, type ConfirmProps } from './confirm.tsx'

interface RemoveButtonProps extends Pick<ConfirmProps, 'act' | 'onDone'> {
  /** What is asked, such as `Delete the destination “lake”?`. */
  title: string
  doIt?: string
  /** What will be lost. */
  children: ReactNode
}

/** A button that removes something, once it was asked whether that is meant. */
export function RemoveButton({ title, doIt = 'Delete', act, onDone, children }: RemoveButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button changes onClick={() => setIsAsking(true)}>
        {doIt}
      </Button>
      {isAsking && (
        <Confirm
          title={title}
          doIt={doIt}
          act={act}
          onDone={onDone}
          onClose={() => setIsAsking(false)}
        >
          {children}
        </Confirm>
      )}
    </>
  )
}
