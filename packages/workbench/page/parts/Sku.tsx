/** Characters at the end that tell SKUs of one product apart. */
const end = 8

/** A SKU on one line: where there is no room for it, its middle is left out, and its end stays. */
export const Sku = ({ of }: { readonly of: string }) => {
  const characters = Array.from(of)
  return (
    <bdi class="sku" title={of}>
      <span>{characters.slice(0, -end).join("")}</span>
      <span>{characters.slice(-end).join("")}</span>
    </bdi>
  )
}
