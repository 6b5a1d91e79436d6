import { useEffect, useId, useRef, useState } from "preact/hooks"
import { useAsk } from "../app/useAsk.ts"
import { usePress } from "../app/usePress.ts"

/** Something that can be chosen. */
export interface Option {
  readonly key: string
  readonly name: string
  readonly note?: string
}

interface ComboProps {
  readonly label: string
  readonly placeholder: string
  /** What is chosen: shown while nobody types. */
  readonly shown: string
  readonly find: (
    text: string,
    signal: AbortSignal,
  ) => Promise<{ readonly items: ReadonlyArray<Option>; readonly total: string }>
  /** Names what is searched, besides the text. */
  readonly scope: string
  readonly onChoose: (option: Option) => void
}

/** Finds something as one types (WAI-ARIA combobox with a list). */
export const Combo = ({ label, placeholder, shown, find, scope, onChoose }: ComboProps) => {
  const id = useId()
  const [text, setText] = useState<string | undefined>()
  const [at, setAt] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const isOpen = text !== undefined
  const found = useAsk(isOpen ? `${scope} ${text}` : null, (signal) => find(text!.trim(), signal), {
    after: 120,
    fresh: false,
  })
  const items = found.data?.items ?? []
  const marked = Math.min(at, items.length - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" })
  }, [marked])

  const choose = (option: Option | undefined) => {
    if (option === undefined) return
    setText(undefined)
    onChoose(option)
  }
  // what is shown until the answer is there is what was found before
  const { press } = usePress({ isLoading: found.isLoading, isReady: isOpen }, async () =>
    choose(items[marked]),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      if (!isOpen) setText("")
      else setAt(Math.max(0, Math.min(items.length - 1, marked + (event.key === "ArrowDown" ? 1 : -1))))
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault()
      press()
    } else if (event.key === "Escape") setText(undefined)
  }
  return (
    <div class="field combo">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && items[marked] ? `${id}-${marked}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={text ?? shown}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => setText((text) => text ?? "")}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onBlur={() => setText(undefined)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <ul id={`${id}-list`} role="listbox" aria-label={label} ref={list}>
          {items.map((option, index) => (
            <li
              key={option.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === marked}
              onMouseDown={(event) => {
                event.preventDefault()
                choose(option)
              }}
            >
              <bdi>{option.name}</bdi>
              {option.note !== undefined && <span class="muted">{option.note}</span>}
            </li>
          ))}
          {items.length === 0 && (
            <li role="option" aria-disabled="true" aria-selected="false" class="muted">
              {found.isLoading ? "Looking…" : "Nothing is called so"}
            </li>
          )}
        </ul>
      )}
      <span class="unseen" role="status">
        {isOpen && !found.isLoading ? `${found.data?.total ?? "0"} found` : ""}
      </span>
    </div>
  )
}
