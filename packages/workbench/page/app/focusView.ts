/** Takes the focus to the view, where the element that had it is gone: Tab then goes on from there. */
export const focusView = (): void => document.getElementById("main")?.focus({ preventScroll: true })
