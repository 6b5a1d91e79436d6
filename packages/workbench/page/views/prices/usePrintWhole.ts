import { useEffect, useRef } from "preact/hooks"
import { isShortcut } from "../../app/shortcut.ts"
import { mostPrinted } from "../../parts/Rows.tsx"
import type { useTable } from "./useTable.ts"

/** Prints a table with the rows that are not read yet, as many as are printed; by the browser's own keys too. */
export const usePrintWhole = ({ read, isEnd }: Pick<ReturnType<typeof useTable>, "read" | "isEnd">) => {
  const printWhole = async () => {
    // they are drawn by then
    if (await read(mostPrinted)) setTimeout(() => print())
  }
  const latest = useRef({ printWhole, isEnd })
  latest.current = { printWhole, isEnd }
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (latest.current.isEnd || !isShortcut(event, "p")) return
      event.preventDefault()
      void latest.current.printWhole()
    }
    addEventListener("keydown", pressed)
    return () => removeEventListener("keydown", pressed)
  }, [])
  return printWhole
}
