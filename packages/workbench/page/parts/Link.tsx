import type { ComponentChildren } from "preact"
import { open } from "../app/address.ts"

interface LinkProps {
  readonly href: string
  readonly class?: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

/** A link within the page; opened elsewhere it is one like any other. */
export const Link = ({ href, current, children, ...rest }: LinkProps) => (
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
)
