import { useEffect, useRef, useState } from "preact/hooks"
import { usePrinting } from "./usePrinting.ts"

/** Whether something has come near what is seen, once, or is printed; what is costly to draw waits for that. */
export const useNear = <Box extends Element>() => {
  const box = useRef<Box>(null)
  const [isNear, setNear] = useState(false)
  const isPrinting = usePrinting()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: "50%" },
    )
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  return [box, isNear || isPrinting] as const
}
