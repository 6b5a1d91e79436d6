/** Views that are small, and seldom opened: read as one of them is opened first. */
export { Discoveries } from "./discoveries/Discoveries.tsx"
export { Exports } from "./exports/Exports.tsx"
export { Lists } from "./lists/Lists.tsx"
export { Policy } from "./policy/Policy.tsx"
export { Republish } from "./republish/Republish.tsx"
