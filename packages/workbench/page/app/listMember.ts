/** The member of an address that names a price list. */
export const listMember = (list: string) => ({ list: list === "base" ? "" : list })
