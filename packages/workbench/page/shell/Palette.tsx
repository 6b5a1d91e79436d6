import { useEffect, useRef } from "preact/hooks"
import { useCaller } from "../app/caller.ts"
import { Combo } from "../parts/Combo.tsx"
import { findPlaces, type Seen } from "./findPlaces.ts"

interface PaletteProps {
  readonly views: ReadonlyArray<Seen>
  readonly onChoose: (path: string) => void
}

/** One field that finds whatever has a place on the page. */
export const Palette = ({ views, onChoose }: PaletteProps) => {
  const caller = useCaller()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector("input")?.focus(), [])
  return (
    <div ref={box}>
      <Combo
        label="Find"
        placeholder="A product, SKU, batch or view"
        shown=""
        scope="place"
        isStanding
        find={(text, signal) => findPlaces(caller, views, text, signal)}
        onChoose={({ path }) => onChoose(path)}
      />
    </div>
  )
}
