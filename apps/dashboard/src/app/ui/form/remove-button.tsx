import { useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Confirm, type ConfirmProps } from './confirm.tsx'

interface RemoveButtonProps extends Pick<ConfirmProps, 'act' | 'onDone'> {
  /** Title of the confirmation, such as `Delete the destination “lake”?`. */
  title: string
  doIt?: string
  /** Describes what is lost. */
  children: ReactNode
}

/** Deletes something after a confirmation. */
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
