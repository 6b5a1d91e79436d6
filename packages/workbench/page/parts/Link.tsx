import type { ComponentChildren } from "preact"
import { open, viewOf } from "../app/address.ts"
import { useMaySee } from "../app/caller.ts"

interface LinkProps {
  readonly href: string
  readonly class?: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

/** A link within the page; opened elsewhere it is one like any other. To a view that the caller may not see it is none. */
export const Link = ({ href, current, children, ...rest }: LinkProps) =>
  useMaySee(viewOf(href)) ? (
    <a
      {...rest}
      href={href}
      aria-current={current ? "page" : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        open(href)
      }}
    >
      {children}
    </a>
  ) : (
    children
  )
