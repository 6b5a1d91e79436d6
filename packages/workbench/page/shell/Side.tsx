import type { Caller } from "@hangtag/client"
import { useEffect, useRef, useState } from "preact/hooks"
import { pathOf } from "../app/address.ts"
import { hasToken, signOut } from "../app/session.ts"
import { Button } from "../parts/Button.tsx"
import { Link } from "../parts/Link.tsx"
import { Find } from "./Find.tsx"
import { applyTheme, type Theme, themeOf } from "./theme.ts"

interface SideProps {
  readonly caller: Caller
  readonly views: ReadonlyArray<{ readonly name: string; readonly title: string }>
  readonly current: string
}

const themes = { system: "light", light: "dark", dark: "system" } as const
const themeNames = { system: "as the system", light: "light", dark: "dark" } as const

/** The navigation, who is signed in, and how the page is shown. */
export const Side = ({ caller, views, current }: SideProps) => {
  const [theme, setTheme] = useState<Theme>(themeOf)
  const nav = useRef<HTMLElement>(null)
  // on a narrow screen it may lie beside what is seen
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]")
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 3
  }, [current])
  return (
    <header class="side">
      <Link href={pathOf("")} class="brandmark">
        <svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 2h6l6 6-6 6-6-6zm3 1.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6" fill-rule="evenodd" />
        </svg>
        Hangtag
      </Link>
      <Find views={views} />
      <nav class="nav" aria-label="Views" ref={nav}>
        {views.map(({ name, title }) => (
          <Link key={name} href={pathOf(name)} current={name === current}>
            {title}
          </Link>
        ))}
      </nav>
      <div class="who">
        <p>
          <strong>{caller.organization}</strong> {caller.subject}
        </p>
        <p class="actions">
          <Button
            class="quiet small"
            aria-label={`Theme: ${themeNames[theme]}. Change`}
            onClick={() => {
              applyTheme(themes[theme])
              setTheme(themes[theme])
            }}
          >
            {{ system: "◐", light: "☀", dark: "☾" }[theme]} Theme
          </Button>
          {hasToken() && (
            <Button class="quiet small" onClick={signOut}>
              Sign out
            </Button>
          )}
        </p>
      </div>
    </header>
  )
}
