const isMac = /^(?:Mac|iP)/.test(navigator.platform)

/** The page's own key with another one, as people call it. */
export const shortcutText = (key: string): string => (isMac ? `⌘${key}` : `Ctrl+${key}`)

/** The same, as assistive technology is given it. */
export const shortcutKeys = (key: string): string => `${isMac ? "Meta" : "Control"}+${key}`

/** Whether these keys were pressed, once, and nothing else has done something with them. */
export const isShortcut = (event: KeyboardEvent, key: string): boolean => {
  const [own, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  const isAlone = own && !other && !event.altKey && !event.shiftKey
  return isAlone && !event.repeat && !event.defaultPrevented && event.key.toLowerCase() === key.toLowerCase()
}
