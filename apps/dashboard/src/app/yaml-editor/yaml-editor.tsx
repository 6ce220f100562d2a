import { autocompletion, completionKeymap, type CompletionContext } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef, useState } from 'react'
import type { Schemas } from '@platform/client'
import { offersAt, type Schema } from './schema-paths.ts'

export interface YamlEditorProps {
  label: string
  /** Text at first; later changes come from the editor. */
  initial: string
  onChange: (text: string) => void
  findings: readonly Schemas['ManifestFinding'][]
  /** Completes names and values. */
  schema: Schema | undefined
}

/**
 * Edits YAML with completion and findings in place. Rendered in a shadow tree, because the page's
 * Content-Security-Policy blocks its styles elsewhere. Tab moves the focus out of it.
 */
export function YamlEditor({ label, initial, onChange, findings, schema }: YamlEditorProps) {
  // The editor keeps its own text.
  const [first] = useState(initial)
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ onChange, schema })
  useEffect(() => void (latest.current = { onChange, schema }))

  useEffect(() => {
    if (!host.current) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const complete = (context: CompletionContext) => offersFor(context, latest.current.schema)
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: first,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          highlightActiveLine(),
          yaml(),
          syntaxHighlighting(highlighting),
          autocompletion({ override: [complete], icons: false }),
          lintGutter(),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({
            'aria-label': label,
            autocapitalize: 'off',
            tabindex: '0',
          }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString())
          }),
          look,
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, first])

  useEffect(() => {
    const editor = view.current
    if (editor) {
      editor.dispatch(setDiagnostics(editor.state, toDiagnostics(editor.state, findings)))
    }
  }, [findings])

  return <div ref={host} className="yaml-editor" />
}

function offersFor(context: CompletionContext, schema: Schema | undefined) {
  const word = context.matchBefore(/[\w"$.-]*$/)
  if (!schema || !word || (word.from === word.to && !context.explicit)) return null
  const lines = context.state.sliceDoc(0, context.pos).split('\n')
  const options = offersAt(lines, schema).map(({ label, description, insert = label }) => ({
    label,
    apply: insert,
    ...(description !== undefined && { info: description }),
  }))
  return options.length > 0 ? { from: word.from, options } : null
}

/** Marks from the position of each finding to the end of its line. */
const toDiagnostics = ({ doc }: EditorState, findings: YamlEditorProps['findings']): Diagnostic[] =>
  findings
    .filter(({ line }) => line >= 1 && line <= doc.lines)
    .map(({ line: number, column, severity, message }) => {
      const line = doc.line(number)
      const from = Math.min(line.from + Math.max(column - 1, 0), line.to)
      return { from, to: line.to, severity, message }
    })

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--n600)', fontStyle: 'italic' },
  { tag: [tags.bool, tags.number, tags.null], color: 'var(--good)' },
])

const look = EditorView.theme({
  '&': {
    border: '1px solid var(--n400)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--raised)',
    color: 'var(--n800)',
    fontSize: 'var(--text-s)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { maxHeight: '420px', fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--n900)' },
  '.cm-gutters': {
    border: 'none',
    borderRadius: 'var(--radius) 0 0 var(--radius)',
    backgroundColor: 'var(--n25)',
    color: 'var(--n600)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--n50)' },
  '&.cm-focused .cm-selectionBackground, ::selection': { backgroundColor: 'var(--tint)' },
  '.cm-tooltip': {
    maxWidth: '360px',
    border: '1px solid var(--n200)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow-above)',
    color: 'var(--n800)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--primary)',
    color: '#fff',
  },
  '.cm-diagnostic': { borderLeft: 'none', padding: '6px 10px' },
})
