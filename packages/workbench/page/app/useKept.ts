import { useState } from "preact/hooks"

/** Text that is too long for the address, such as pasted keys: kept in this tab while it is open. */
export const useKept = (name: string): readonly [string, (text: string) => void] => {
  const key = `hangtag.${name}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "")
  return [
    text,
    (next) => {
      setText(next)
      try {
        sessionStorage.setItem(key, next)
      } catch {
        // more than the browser keeps is there until the page is left
      }
    },
  ]
}
