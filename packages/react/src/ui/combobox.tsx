'use client'

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the text box has the focus and the keys, as the ARIA combobox pattern has it */
import {
  memo,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { toLabel } from '../words/label.ts'
import { useAllWords } from '../words/all-words.ts'
import { UiIcon } from './icons.tsx'
import { usePart } from './part.ts'
import { filterOptions } from './search.ts'

export interface ComboboxOption {
  /** The API name. */
  name: string
  label: string
  /** Short name of the type. */
  kind?: string
  /** Distinguishes options with the same label. */
  detail?: string
}

export interface ComboboxProps {
  label: string
  hint?: string
  /** The builder's name, in builder mode. */
  internalName?: string
  error?: string
  isRequired?: boolean
  placeholder: string
  options: ComboboxOption[]
  /** Returns why an option cannot be selected. */
  unavailable: (name: string) => string | undefined
  value: string | undefined
  onChange: (name: string | undefined) => void
}

/** Maximum number of listed options; typing shows others. */
const shownAtOnce = 40

/** State of the list: whether it is open, what is typed, the matching options and the active one. */
function useOptionList({ options, unavailable, value, onChange }: ComboboxProps) {
  const [words, setWords] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)

  const matches = useMemo(
    () => (isOpen ? filterOptions(options, words ?? '') : []),
    [isOpen, options, words],
  )
  const shown = matches.slice(0, shownAtOnce)

  const open = () => {
    if (isOpen) return
    setIsOpen(true)
    setActive(
      Math.max(
        0,
        options.slice(0, shownAtOnce).findIndex(({ name }) => name === value),
      ),
    )
  }
  const close = () => {
    setIsOpen(false)
    setWords(null)
  }
  const type = (typed: string) => {
    setWords(typed)
    setIsOpen(true)
    setActive(0)
  }
  const choose = (option: ComboboxOption | undefined) => {
    if (!option || unavailable(option.name)) return
    onChange(option.name)
    close()
  }
  const move = (to: number) => setActive(Math.min(Math.max(to, 0), Math.max(shown.length - 1, 0)))
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape' && isOpen) close()
    else if (key === 'Enter' && isOpen) choose(shown[active])
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (isOpen) move(active + (key === 'ArrowDown' ? 1 : -1))
      else open()
    } else if (key === 'PageDown' && isOpen) move(active + 8)
    else if (key === 'PageUp' && isOpen) move(active - 8)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { words, isOpen, active, matches, shown, open, close, type, choose, setActive, onKeyDown }
}

/** A text box with matching options, by the ARIA combobox pattern with list autocompletion. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, internalName, error, isRequired, placeholder, value } = props
  const { t } = useAllWords()
  const id = useId()
  const list = useOptionList(props)
  const { words, isOpen, active } = list
  const chosen = props.options.find((option) => option.name === value)

  return (
    <div
      {...usePart('field', 'plat-field')}
      data-plat-part="combobox"
      data-state={error ? 'invalid' : undefined}
    >
      <label htmlFor={id}>
        {label}
        {internalName && <span className="plat-code">{internalName}</span>}
        {isRequired && (
          <span className="plat-required" aria-hidden="true">
            {t('required')}
          </span>
        )}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="plat-hint">
          <bdi>{hint}</bdi>
        </p>
      )}
      <div className="plat-combobox">
        <input
          id={id}
          {...usePart('input', 'plat-input')}
          role="combobox"
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && list.shown[active] ? `${id}-${active}` : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={error ? true : undefined}
          aria-required={isRequired}
          placeholder={placeholder}
          value={words ?? chosen?.label ?? (value ? toLabel(value) : '')}
          onChange={(event) => list.type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onClick={list.open}
          onBlur={list.close}
          onKeyDown={list.onKeyDown}
        />
        {value && !isOpen ? (
          <button
            type="button"
            className="plat-input-action"
            aria-label={t('clear', { field: label })}
            onClick={() => props.onChange(undefined)}
          >
            <UiIcon name="close" />
          </button>
        ) : (
          <span className="plat-input-action" aria-hidden="true">
            <UiIcon name="chevron" />
          </span>
        )}
        {isOpen && <Options id={id} list={list} {...props} />}
      </div>
      {error && (
        <p id={`${id}-error`} className="plat-field-error">
          <bdi>{error}</bdi>
        </p>
      )}
    </div>
  )
}

/** The open list, with a note if options are missing. */
function Options({
  id,
  list: { active, matches, shown, choose, setActive },
  label,
  unavailable,
  value,
}: ComboboxProps & { id: string; list: ReturnType<typeof useOptionList> }) {
  const { t } = useAllWords()
  const listed = useRef<HTMLDivElement>(null)
  useEffect(() => {
    listed.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  return (
    <div className="plat-popup" data-plat-part="popup">
      <div
        ref={listed}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        // Keeps the focus in the text box, so that blur does not close the list first.
        onPointerDown={(event) => event.preventDefault()}
        onClick={(event) => choose(shown[findItemIndex(event)])}
        onPointerMove={(event) => {
          const place = findItemIndex(event)
          if (place >= 0 && place !== active) setActive(place)
        }}
      >
        {shown.map((option, index) => (
          <Option
            // Keyed by position, because updating elements is faster than creating them on
            // every keystroke.
            key={`${id}-${index}`}
            id={`${id}-${index}`}
            option={option}
            reason={unavailable(option.name)}
            isActive={index === active}
            isChosen={option.name === value}
          />
        ))}
      </div>
      {matches.length === 0 && <p className="plat-popup-note">{t('noMatch')}</p>}
      {matches.length > shown.length && (
        <p className="plat-popup-note">
          {t('typeForMore', { count: matches.length - shown.length })}
        </p>
      )}
    </div>
  )
}

/** Returns the index of the listed element of the event; -1 for none. */
const findItemIndex = ({ currentTarget, target }: MouseEvent) =>
  target instanceof Node
    ? [...currentTarget.children].findIndex((child) => child.contains(target))
    : -1

interface OptionProps {
  id: string
  option: ComboboxOption
  /** Why it cannot be selected. */
  reason: string | undefined
  isActive: boolean
  isChosen: boolean
}

const Option = memo(function Option({ id, option, reason, isActive, isChosen }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      className="plat-option"
      data-plat-part="option"
      data-state={isActive ? 'active' : undefined}
      aria-selected={isChosen}
      aria-disabled={reason ? true : undefined}
    >
      <span className="plat-option-label">{option.label}</span>
      {option.detail && <span className="plat-code">{option.detail}</span>}
      <span className="plat-option-kind">{reason ?? option.kind}</span>
      {isChosen && <UiIcon name="check" />}
    </div>
  )
})
