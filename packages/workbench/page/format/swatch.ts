/** What catalogs call colors that CSS calls otherwise, or not at all. */
const words: Readonly<Record<string, string>> = {
  charcoal: "#36393f",
  sand: "#d3bf9a",
  stone: "#a8a196",
  rust: "#a4462a",
  moss: "#66703b",
  forest: "#2c5234",
  olive: "#6b6b3a",
  slate: "#55606e",
  denim: "#3d5a80",
  cream: "#f4ead2",
  wine: "#6b1f34",
  burgundy: "#6d1b31",
  mustard: "#cf9b27",
  graphite: "#41454a",
  ocean: "#1d6a8c",
  berry: "#8a2b52",
  brown: "#6b4a32",
  "dark brown": "#4b3021",
  natural: "#e6dcc6",
  bone: "#e5dfcf",
  taupe: "#8b7b6c",
  camel: "#b98b57",
  ice: "#d6e8ef",
  glacier: "#bcd6e0",
  sky: "#87bde0",
  pine: "#2b4f3f",
  bordeaux: "#5e1a2b",
  café: "#6f4e37",
  tannengrün: "#2d5a3d",
  sumi: "#27292d",
  ai: "#234794",
  fire: "#c7381f",
  sun: "#f2c230",
}

/** The color to show for a colorway: as the catalog has it, else what its name says. */
export const swatchColor = (color: string, swatch: string | null | undefined): string | undefined => {
  if (swatch) return swatch
  const name = color.toLowerCase().trim()
  for (const each of [name, name.replaceAll(" ", ""), ...name.split(/[\s/-]+/).reverse()]) {
    if (words[each] !== undefined) return words[each]
    if (/^[a-z]+$/.test(each) && CSS.supports("color", each) && each !== "transparent") return each
  }
  return undefined
}
