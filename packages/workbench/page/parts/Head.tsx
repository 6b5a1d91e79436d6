import type { ComponentChildren } from "preact"

interface HeadProps {
  readonly title: ComponentChildren
  /** What the view is for. */
  readonly children: ComponentChildren
  readonly actions?: ComponentChildren
}

/** How a view begins: what it is called and for, and what can be done at once. */
export const Head = ({ title, children, actions }: HeadProps) => (
  <div class="head">
    <div>
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
    {actions !== undefined && <div class="actions">{actions}</div>}
  </div>
)
