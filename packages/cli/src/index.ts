export { loadDemo } from "./demo/loadDemo.ts"
