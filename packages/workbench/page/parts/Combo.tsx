import { useEffect, useId, useRef, useState } from "preact/hooks"
import { useAsk } from "../app/useAsk.ts"
import { messageOf } from "../format/messageOf.ts"

/** Something that can be chosen. */
export interface Option {
  readonly key: string
  readonly name: string
  readonly note?: string
  /** The heading that it stands below; those of one heading follow each other. */
  readonly group?: string
}

interface ComboProps<Of extends Option> {
  readonly label: string
  readonly placeholder: string
  /** What is chosen: shown while no one types. */
  readonly shown: string
  readonly find: (
    text: string,
    signal: AbortSignal,
  ) => Promise<{ readonly items: ReadonlyArray<Of>; readonly total: string }>
  /** Names what is searched, besides the text. */
  readonly scope: string
  readonly onChoose: (option: Of) => void
  /** Whether its list stands below it, and does not open over what follows. */
  readonly isStanding?: boolean
}

/** Finds something as one types (WAI-ARIA combobox with a list). */
export const Combo = <Of extends Option>({
  label,
  placeholder,
  shown,
  find,
  scope,
  onChoose,
  isStanding,
}: ComboProps<Of>) => {
  const id = useId()
  const [text, setText] = useState<string | undefined>()
  const [at, setAt] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const wanted = text ?? (isStanding ? "" : undefined)
  const isOpen = wanted !== undefined
  const found = useAsk(isOpen ? `${scope} ${wanted}` : null, (signal) => find(wanted!.trim(), signal), {
    after: wanted === "" && isStanding ? 0 : 120,
    fresh: false,
  })
  const fault = found.error && messageOf(found.error)
  const items = fault === undefined ? (found.data?.items ?? []) : []
  const marked = Math.min(at, items.length - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" })
  }, [marked])

  const close = () => {
    setText(undefined)
    setAt(0)
  }
  const choose = (option: Of | undefined) => {
    if (option === undefined) return
    close()
    onChoose(option)
  }
  // no press is lost: what is shown until the answer is there is what was found before
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    if (!isPressed || found.isLoading) return
    setPressed(false)
    if (isOpen) choose(items[marked])
  }, [isPressed, found.isLoading])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      if (!isOpen) setText("")
      else setAt(Math.max(0, Math.min(items.length - 1, marked + (event.key === "ArrowDown" ? 1 : -1))))
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault()
      setPressed(true)
    } else if (event.key === "Escape") close()
  }
  return (
    <div class={isStanding ? "field combo standing" : "field combo"}>
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
        onBlur={() => !isStanding && close()}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <ul id={`${id}-list`} role="listbox" aria-label={label} ref={list}>
          {[...Map.groupBy(items.keys(), (index) => items[index]!.group)].map(([group, indexes]) => {
            const options = indexes.map((index) => (
              <li
                key={items[index]!.key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === marked}
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(items[index])
                }}
              >
                <bdi>{items[index]!.name}</bdi>
                {items[index]!.note !== undefined && <span class="muted">{items[index]!.note}</span>}
              </li>
            ))
            return group === undefined ? (
              options
            ) : (
              <li key={group} role="none">
                <span class="label" aria-hidden="true">
                  {group}
                </span>
                <ul role="group" aria-label={group}>
                  {options}
                </ul>
              </li>
            )
          })}
          {items.length === 0 && (
            <li role="option" aria-disabled="true" aria-selected="false" class="muted">
              {found.isLoading ? "Looking…" : (fault ?? "Nothing is called so")}
            </li>
          )}
        </ul>
      )}
      <span class="unseen" role="status">
        {isOpen && !found.isLoading && (fault ?? `${found.data?.total ?? "0"} found`)}
      </span>
    </div>
  )
}
