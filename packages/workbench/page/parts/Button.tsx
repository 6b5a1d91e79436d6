import type { ButtonHTMLAttributes } from "preact"

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** How it looks, where not as most do: small, quiet, an icon alone. */
  readonly class?: string
  readonly isBusy?: boolean
}

/** What is pressed; a view's one main act is a `MainAct`. */
export const Button = ({ class: look, isBusy, ...button }: ButtonProps) => (
  <button
    class={look === undefined ? "button" : `button ${look}`}
    type="button"
    aria-busy={isBusy}
    {...button}
  />
)
