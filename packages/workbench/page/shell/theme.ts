/** How the page is shown: as the system is, or always one way. */
export type Theme = "system" | "light" | "dark"

const name = "hangtag.theme"

export const themeOf = (): Theme => {
  const kept = localStorage.getItem(name)
  return kept === "light" || kept === "dark" ? kept : "system"
}

export const applyTheme = (theme: Theme = themeOf()): void => {
  if (theme === "system") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  if (theme === "system") localStorage.removeItem(name)
  else localStorage.setItem(name, theme)
}
