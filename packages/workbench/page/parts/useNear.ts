import { useEffect, useRef, useState } from "preact/hooks"

/** Whether something has come near what is seen, once; what is costly to draw waits for that. */
export const useNear = <Box extends Element>() => {
  const box = useRef<Box>(null)
  const [isNear, setNear] = useState(false)
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
  return [box, isNear] as const
}
