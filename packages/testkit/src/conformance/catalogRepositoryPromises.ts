import { colorwayPromises } from "./catalog/colorwayPromises.ts"
import { searchPromises } from "./catalog/searchPromises.ts"

/** What a `CatalogRepository` promises, each by the name of its test. */
export const catalogRepositoryPromises = { ...searchPromises, ...colorwayPromises }
