import { swatchColor } from "../format/swatch.ts"

/** A colorway's color; an empty ring where it is unknown. */
export const Swatch = ({ color, swatch }: { readonly color: string; readonly swatch?: string | null }) => {
  const background = swatchColor(color, swatch)
  return <span class="swatch" aria-hidden="true" style={background === undefined ? {} : { background }} />
}
